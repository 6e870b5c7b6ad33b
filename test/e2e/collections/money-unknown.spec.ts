import { checkout, poll, useCollecting, connectSandbox } from '../../support/collections';
import { anInvoice } from '../../support/builders';
import { eventually } from '../../support/eventually';
import type { TestOrganization } from '../../support/test-app';
import { bodyOf, type CollectionBody } from '../../support/wire';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

interface Reconciliation {
  checks: { name: string; mismatches: object[] }[];
}

describe('money of which nobody knows what became', () => {
  const collecting = useCollecting();
  const { app, sandbox } = collecting;
  let own: TestOrganization;

  beforeEach(async () => {
    own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
  });

  const figureOf = async (series: string): Promise<number> => {
    const { text } = await app.request.get('/metrics').expect(200);
    const line = text.split('\n').find((it) => it.startsWith(`${series} `));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const unknownNow = async (): Promise<object[] | undefined> =>
    (await bodyOf<Reconciliation>(own.get('/v1/reconciliation'))).checks.find(
      (it) => it.name === 'unknown_collections',
    )?.mismatches;
  const UNKNOWN = 'billing_money_unknown{source="collection",currency="EUR"}';

  it('is measured while an answer is lost, shown after an hour, and gone once the provider has said', async () => {
    const invoice = await anInvoice(own);
    await sandbox().script({
      provider: 'stripe',
      mode: 'down',
      times: 0,
      operation: 'checkout.sessions.list',
    });
    await sandbox().script({
      provider: 'stripe',
      mode: 'reset_after',
      operation: 'checkout.sessions.create',
    });
    await own.post(`/v1/invoices/${invoice.id}/checkout`, PAGES).expect(503);
    const [collection] = await bodyOf<CollectionBody[]>(own.get('/v1/collections'));
    expect(collection?.status).toBe('unknown');
    expect(await figureOf(UNKNOWN)).toBe(5000);
    expect(await unknownNow()).toEqual([]);
    await app.database.query(
      `UPDATE collections SET requested_at = requested_at - interval '61 minutes' WHERE id = $1`,
      [collection?.id],
    );
    expect(await unknownNow()).toEqual([
      { object_type: 'collection', object_id: collection?.id, expected: '0', actual: '5000' },
    ]);
    await sandbox().call('DELETE', '/script');
    await eventually(async () => {
      await poll(collecting);
      return (await own.post(`/v1/invoices/${invoice.id}/checkout`, PAGES)).status === 201 ? true : null;
    });
    expect(await unknownNow()).toEqual([]);
    expect(await figureOf(UNKNOWN)).toBe(0);
  });

  it('open collections are counted by their age until they are dead', async () => {
    const ages = ['under_1_hour', 'under_1_day', 'under_1_week', 'older'];
    const counts = (): Promise<number[]> =>
      Promise.all(ages.map((age) => figureOf(`billing_collections_open{age="${age}"}`)));
    const before = await counts();
    const link = await checkout(own, (await anInvoice(own)).id);
    expect(await counts()).toEqual([(before[0] ?? 0) + 1, ...before.slice(1)]);
    await app.database.query(
      `UPDATE collections SET requested_at = requested_at - interval '2 days' WHERE id = $1`,
      [link.collection_id],
    );
    expect((await counts())[2]).toBe((before[2] ?? 0) + 1);
    await own.post(`/v1/collections/${link.collection_id}/cancel`).expect(200);
    expect(await counts()).toEqual(before);
  });
});
