import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { migrate } from '../../../src/platform/database/migrate';
import { schema } from '../../../src/schema';
import type { InvoiceBody } from '../../support/invoice-wire';
import { mismatchesOf } from '../../support/mismatches';
import { readOldDatabase, restoreOldDatabase, rowsOf, type NextBill } from '../../support/old-database';
import { RecordingReceiver } from '../../support/recording-receiver';
import {
  organizationWithKey,
  startTestApp,
  type TestApp,
  type TestOrganization,
} from '../../support/test-app';
import type { TestDatabase } from '../../support/test-database';
import { bodyOf, listOf } from '../../support/wire';

const ALL = 'limit=1000';

/** The database of commit aedffa9, with the demo's data and a history of every kind of money (CONTRIBUTING.md). */
const old = readOldDatabase(join(__dirname, 'aedffa9'));
const NAMES = Object.keys(old.organizations);

describe('a database made by commit aedffa9, after all migrations', () => {
  let app: TestApp;
  let database: TestDatabase;
  let restored: Map<string, string[]>;

  beforeAll(async () => {
    database = await restoreOldDatabase(old);
    restored = await rowsOf(database, old);
    await migrate(database.url, schema);
    app = await startTestApp({ TEST_CLOCK: 'on', ENCRYPTION_KEY: old.encryption_key }, database);
  });
  afterAll(async () => {
    await app.stop();
    await database.drop();
  });

  const shownOf = (name: string) => {
    const shown = old.organizations[name];
    if (shown === undefined) throw new Error(`No organization ${name}`);
    return shown;
  };
  const organizationOf = (name: string): TestOrganization =>
    organizationWithKey(app.request, name, { id: '', raw_key: shownOf(name).key });
  const invoicesOf = async (name: string): Promise<InvoiceBody[]> =>
    (await listOf<InvoiceBody>(organizationOf(name).get(`/v1/invoices?${ALL}`))).items;

  it('had all the recorded rows before the migrations', () => {
    expect(restored).toEqual(old.rows);
  });

  it('can repeat the migrations that are no transactions, as after an interruption', async () => {
    const names = schema.migrations
      .map((it) => new it())
      .flatMap((it) => (it.transaction === false ? [it.name] : []));
    await database.query('DELETE FROM migrations WHERE name = ANY ($1)', [names]);
    expect(await migrate(database.url, schema)).toEqual(names);
  });

  it.each(NAMES)('reconciles for %s', async (name) => {
    expect(await mismatchesOf(organizationOf(name))).toEqual({});
  });

  it.each(NAMES)('shows the records of %s with the amounts and states of before', async (name) => {
    const organization = organizationOf(name);
    const { wallet_transactions, current_usage, ...lists } = shownOf(name);
    for (const [list, records] of Object.entries(lists).filter(([, it]) => Array.isArray(it))) {
      const { items } = await listOf<object>(organization.get(`/v1/${list}?${ALL}`));
      expect({ [list]: items }).toMatchObject({ [list]: records });
    }
    for (const [wallet, records] of Object.entries(wallet_transactions)) {
      const path = `/v1/wallets/${wallet}/transactions?${ALL}`;
      expect((await listOf<object>(organization.get(path))).items).toMatchObject(records);
    }
    for (const [id, usage] of Object.entries(current_usage)) {
      const { customer_id } = await bodyOf<{ customer_id: string }>(
        organization.get(`/v1/subscriptions/${id}`),
      );
      const path = `/v1/customers/${customer_id}/current_usage?subscription_id=${id}`;
      expect(await bodyOf(organization.get(path))).toMatchObject(usage);
    }
  });

  it('makes the next bills of the earlier version, delivers what waited, and reconciles again', async () => {
    const organization = organizationOf('Spree GmbH');
    const receiver = await RecordingReceiver.start();
    const arrived = new Map<string, { signature: unknown; body: Buffer }>();
    receiver.answer = ({ deliveryId, headers }, body) => {
      arrived.set(deliveryId, { signature: headers['x-svc-signature'], body });
      return { status: 200 };
    };
    const hooks = '/v1/webhook_endpoints';
    const [endpoint] = await bodyOf<{ id: string }[]>(organization.get(hooks));
    const [waiting] = await bodyOf<{ id: string }[]>(organization.get(`${hooks}/hooks/list?status=pending`));
    if (endpoint === undefined || waiting === undefined) throw new Error('No delivery waits');
    const { secret } = await bodyOf<{ secret: string }>(organization.get(`${hooks}/${endpoint.id}/secret`));
    await bodyOf(organization.put(`${hooks}/${endpoint.id}`, { url: receiver.url('/new') }));
    const before = new Set((await Promise.all(NAMES.map(invoicesOf))).flat().map((it) => it.id));

    await bodyOf(organization.put('/v1/test_clock', { now: old.next.at }));
    await receiver.until(() => arrived.has(waiting.id));
    await receiver.stop();
    const { signature, body = '' } = arrived.get(waiting.id) ?? {};
    expect(signature).toBe(createHmac('sha256', secret).update(body).digest('hex'));
    for (const name of NAMES) {
      const made = (await invoicesOf(name)).filter((it) => !before.has(it.id));
      expect({ [name]: made.map(billOf).sort() }).toEqual({ [name]: old.next.bills[name] });
      expect({ [name]: await mismatchesOf(organizationOf(name)) }).toEqual({ [name]: {} });
    }
  });
});

function billOf(it: InvoiceBody): NextBill {
  const from = it.billing_period?.from ?? null;
  return [it.subscription_id, from, it.status, it.currency, it.total_amount_cents];
}
