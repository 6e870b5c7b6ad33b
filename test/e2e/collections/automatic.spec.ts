import { anInvoice } from '../../support/builders';
import { collectionBecomes, connectSandbox, poll, useCollecting } from '../../support/collections';
import { eventually } from '../../support/eventually';
import { invoiceOf } from '../../support/payments';
import type { TestOrganization } from '../../support/test-app';
import { bodyOf, listOf, problemOf, type CollectionBody } from '../../support/wire';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/account' };
const DAY_MS = 24 * 60 * 60 * 1000;

interface Settings {
  collection_method: string | null;
  automatic_status: string | null;
  next_charge_at: string | null;
  charge_attempts: number;
  stopped_reason: string | null;
}

describe('automatic collection', () => {
  const collecting = useCollecting({ TEST_CLOCK: 'on' });
  const { app, sandbox } = collecting;
  let own: TestOrganization;
  let now: number;

  beforeAll(() => {
    now = Date.now();
  });
  beforeEach(async () => {
    own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
  });

  const advanceDays = async (days: number): Promise<void> => {
    now += days * DAY_MS;
    await own.put('/v1/test_clock', { now: new Date(now).toISOString() }).expect(200);
  };
  const settingsOf = (invoiceId: string) =>
    bodyOf<Settings>(own.get(`/v1/invoices/${invoiceId}/collection_settings`));
  const collectionsOf = async (invoiceId: string): Promise<CollectionBody[]> =>
    (await listOf<CollectionBody>(own.get(`/v1/collections?invoice_id=${invoiceId}`))).items;
  const setMethod = (path: string, method: string | null, fields: object = {}) =>
    own.put(`/v1/${path}collection_settings`, { collection_method: method, ...fields }).expect(200);

  /** A customer whose saved card behaves so. */
  async function aPayer(behavior = 'succeed'): Promise<string> {
    const { customer_id: customerId } = await anInvoice(own);
    const path = `/v1/customers/${customerId}/payment_methods`;
    const setup = await bodyOf<{ url: string }>(own.post(`${path}/setup`, PAGES), 201);
    await sandbox().pay(setup.url, behavior);
    await eventually(async () => {
      await poll(collecting);
      return (await listOf(own.get(path))).items.length > 0 ? true : null;
    });
    return customerId;
  }

  it('an invoice is charged as its due date begins, once', async () => {
    const customerId = await aPayer();
    await setMethod(`customers/${customerId}/`, 'automatic');
    const invoice = await anInvoice(own, { customer_id: customerId });
    expect(await settingsOf(invoice.id)).toMatchObject({
      ...{ collection_method: null, automatic_status: 'waiting', charge_attempts: 0 },
    });
    expect(await collectionsOf(invoice.id)).toEqual([]);
    await advanceDays(60);
    const [charge] = await collectionsOf(invoice.id);
    await poll(collecting);
    await collectionBecomes(own, charge?.id ?? '', 'succeeded');
    expect((await invoiceOf(own, invoice.id)).status).toBe('paid');
    await advanceDays(30);
    expect(await collectionsOf(invoice.id)).toHaveLength(1);
    expect((await settingsOf(invoice.id)).automatic_status).toBeNull();
  });

  it('a soft decline is tried again by its class, and stops visibly after the last try', async () => {
    const customerId = await aPayer('decline:insufficient_funds');
    await setMethod('', 'automatic', { charge_at: 'issue' });
    const invoice = await anInvoice(own, { customer_id: customerId });
    for (let attempt = 1; attempt <= 5; attempt++) {
      await advanceDays(attempt === 1 ? 0 : 8);
      await eventually(async () => {
        await poll(collecting);
        const all = await collectionsOf(invoice.id);
        return all.length === attempt && all.every((it) => it.dead_at !== null) ? true : null;
      });
    }
    const {
      automatic_status: status,
      stopped_reason: reason,
      charge_attempts: attempts,
    } = await settingsOf(invoice.id);
    expect({ status, attempts }).toEqual({ status: 'stopped', attempts: 5 });
    expect(reason).not.toBeNull();
    expect((await sandbox().ledger()).filter((it) => it.metadata.invoice === invoice.id)).toEqual([]);
  });

  it('manual is the default, and an invoice can be set apart', async () => {
    const customerId = await aPayer();
    const invoice = await anInvoice(own, { customer_id: customerId });
    expect((await settingsOf(invoice.id)).automatic_status).toBeNull();
    await setMethod('', 'automatic');
    await setMethod(`invoices/${invoice.id}/`, 'automatic');
    expect((await settingsOf(invoice.id)).automatic_status).toBe('waiting');
    await setMethod(`invoices/${invoice.id}/`, 'manual');
    expect((await settingsOf(invoice.id)).automatic_status).toBeNull();
  });

  it('a customer without a method stops the charge, and says so', async () => {
    await setMethod('', 'automatic', { charge_at: 'issue' });
    const invoice = await anInvoice(own);
    await advanceDays(0);
    expect(await settingsOf(invoice.id)).toMatchObject({
      automatic_status: 'stopped',
      stopped_reason: expect.stringContaining('no default payment method') as string,
    });
    const stranger = await app.anOrganization();
    await problemOf(stranger.get(`/v1/invoices/${invoice.id}/collection_settings`), 404, 'not_found');
  });
});
