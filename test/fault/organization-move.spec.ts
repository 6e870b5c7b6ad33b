import { aCharge, aCustomer, aMetric, anInvoice, aPlan, aSubscription } from '../support/builders';
import { CellPair, refusals, startMove, type MoveResult } from '../support/cell-pair';
import { eventually } from '../support/eventually';
import { Haproxy, hasHaproxy } from '../support/haproxy';
import { MoveLoad } from '../support/move-load';
import { rowDigests } from '../support/organization-rows';
import type { OwnPostgres } from '../support/own-postgres';
import { organizationWithKey, type TestOrganization } from '../support/test-app';
import { createTestDatabase } from '../support/test-database';
import { useRecordingReceiver } from '../support/use-receiver';
import { anEndpoint } from '../support/webhooks';
import supertest from 'supertest';

const SUBSCRIPTION = 'moving';
const CODE = 'calls';
/** What follows each step in the output of the command, but for those of the switch. */
const STEPS = ['published', 'subscribed', 'copying', 'copied', 'compared', 'leaving'];
/** Tables that jobs of a cell change by themselves, such as those that follow usage. */
const OF_JOBS = [
  'organization_moves',
  'organization_rounds',
  'unfollowed_periods',
  'usage_periods',
  'webhook_lanes',
];

jest.setTimeout(120_000);

let pair: CellPair;
const receiver = useRecordingReceiver();

beforeAll(async () => {
  pair = await CellPair.start();
}, 120_000);
afterAll(() => pair.stop());

it('moves under load: every request is served, nothing is lost, counted twice or sent twice', async () => {
  const [organization, customerId] = await aBusyOrganization();
  await anEndpoint(organization, receiver.url('/moving'));
  const proxy = hasHaproxy() ? await Haproxy.ofCells({ eu1: pair.source.url, us1: pair.target.url }) : null;
  const client = proxy === null ? organization : through(proxy, organization);
  const load = new MoveLoad(client, { code: CODE, external_subscription_id: SUBSCRIPTION, customerId });
  try {
    await load.growth();
    const moved = await pair.move(organization.id).ended;
    expect(moved).toMatchObject({ code: 0 });
    await load.growth(); // what still comes to the source is sent on
    await proxy?.except([`${await keyHashOf(organization)} us1`]);
    await load.growth();
    await load.stop();
    expect(load.refused).toEqual([]);
    await expectComplete(organization, load);
    report(moved, load);
  } finally {
    await load.stop();
    await proxy?.stop();
  }
});

it('goes on after a kill at every step, and serves the organization all the time but at the switch itself', async () => {
  const [organization, customerId] = await aBusyOrganization();
  await anInvoice(organization, { customer_id: customerId });
  for (const step of STEPS) {
    const run = pair.move(organization.id);
    expect(await run.said(`Done: ${step}`)).toBe(true);
    run.process.kill('SIGKILL');
    await run.ended;
    await anEvent(organization).expect(201);
  }
  const before = await digestsOf(pair.databases[0], organization);
  await killInSwitch(organization);
  await organization.get('/v1/customers').expect(503); // neither cell serves it
  for (const step of ['serving', 'detached']) {
    const run = pair.move(organization.id);
    expect(await run.said(`Done: ${step}`)).toBe(true);
    run.process.kill('SIGKILL');
    await run.ended;
    await organization.get('/v1/customers').expect(200);
  }
  expect(await digestsOf(pair.databases[1], organization)).toEqual(before);
  expect(await pair.move(organization.id).ended).toMatchObject({ code: 0 });
  await expectNothingLeft(organization);
  expect(Object.keys(await digestsOf(pair.databases[0], organization))).toEqual(['api_keys']);
  await anEvent(organization).expect(201);
});

it('can be aborted: the source is as it was, and the target has nothing of it', async () => {
  const [organization] = await aBusyOrganization();
  const before = await digestsOf(pair.databases[0], organization);
  for (const step of ['copied', 'leaving']) {
    const run = pair.move(organization.id);
    expect(await run.said(`Done: ${step}`)).toBe(true);
    run.process.kill('SIGKILL');
    await run.ended;
    expect(await pair.move(organization.id, ['--abort']).ended).toMatchObject({ code: 0 });
    expect(await digestsOf(pair.databases[0], organization)).toEqual(before);
    expect(await digestsOf(pair.databases[1], organization)).toEqual({});
    expect(
      await pair.databases[1].query('SELECT FROM organizations WHERE id = $1', [organization.id]),
    ).toEqual([]);
    await expectNothingLeft(organization);
  }
  await anEvent(organization).expect(201);
  const none = await pair.move(organization.id, ['--abort']).ended;
  expect(none).toMatchObject({
    code: 1,
    output: expect.stringContaining('No move of this organization') as string,
  });
});

describe('a move that cannot succeed is refused before anything is touched', () => {
  it('names everything that is wrong in the target, with the remedy', async () => {
    const { id } = await pair.source.anOrganization();
    const [source, target] = pair.databases;
    await target.query(`UPDATE cell SET encryption_key_ids = '{}'`);
    await target.query(`INSERT INTO test_clock (now) VALUES ('2030-01-01')`);
    await target.query(`INSERT INTO migrations (timestamp, name) VALUES (1, 'Newer1')`);
    await source.query(
      `SELECT pg_create_physical_replication_slot('full_' || n) FROM generate_series(1, 28) AS n`,
    );
    try {
      const refused = await pair.move(id, ['--check']).ended;
      expect(refused.code).toBe(1);
      expect(refusals(refused)).toEqual([
        'version of the schema: The source lacks Newer1. Run the same release in both cells, and "npm run migrate" in each.',
        expect.stringMatching(
          /^encryption keys: ENCRYPTION_KEYS of the target lack the keys [0-9a-f]{12} of the source\./,
        ),
        expect.stringMatching(/^test clock: The source has real time, the target a test clock at 2030-01-01/),
        expect.stringMatching(/^replication slots: The source has \d free replication slots/),
      ]);
      expect((await pair.move(id).ended).code).toBe(1);
    } finally {
      await target.query(`UPDATE cell SET encryption_key_ids = $1`, [
        (await source.query<{ ids: string[] }>('SELECT encryption_key_ids AS ids FROM cell'))[0]?.ids,
      ]);
      await target.query('DELETE FROM test_clock');
      await target.query(`DELETE FROM migrations WHERE name = 'Newer1'`);
      await source.query(
        `SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name LIKE 'full%'`,
      );
    }
    expect(await source.query('SELECT FROM organization_moves WHERE organization_id = $1', [id])).toEqual([]);
    expect(await pair.move(id, ['--check']).ended).toMatchObject({ code: 0 });
  });

  it('to itself, from a standard wal_level, without rights, and of an organization that is there', async () => {
    const { id } = await pair.source.anOrganization();
    const [source, target] = pair.databases;
    const itself = await pair.move(id, ['--check'], source).ended;
    expect(refusals(itself)).toContain(
      'another database: The target is the source itself. Give --to the database of another cell.',
    );
    await target.query(
      `INSERT INTO organizations (id, name, default_currency, timezone, created_at, updated_at)
       VALUES ($1, 'Other', 'EUR', 'UTC', now(), now())`,
      [id],
    );
    const { ownerUrl } = source.server;
    const owner = await startMove(ownerUrl, ['--organization', id, '--to', target.server.ownerUrl, '--check'])
      .ended;
    expect(refusals(owner)).toEqual([
      'organization not there: The target has the organization already (active). It lives there: there is nothing to move.',
      expect.stringMatching(
        /^rights in the source: .*ALTER ROLE billing_owner REPLICATION; GRANT pg_read_all_stats/,
      ),
      expect.stringMatching(/^rights in the target: .*GRANT pg_create_subscription TO billing_owner/),
    ]);
    const replica = await createTestDatabase();
    try {
      const args = ['--organization', id, '--to', target.server.adminUrl, '--check'];
      const refused = refusals(await startMove(replica.ownerUrl, args).ended);
      expect(refused).toContainEqual(
        expect.stringMatching(/^write-ahead log: wal_level of the source is replica/),
      );
      expect(refused).toContainEqual(
        expect.stringMatching(/^organization here: The source has no such organization/),
      );
    } finally {
      await replica.drop();
    }
  });

  it('while another command moves it, and to another database than the move in progress', async () => {
    const [organization] = await aBusyOrganization();
    const run = pair.move(organization.id);
    await run.said('Done: subscribed');
    run.process.kill('SIGKILL');
    await run.ended;
    const elsewhere = await pair.move(organization.id, [], pair.databases[0]).ended;
    expect(elsewhere.output).toContain('A move of this organization to another database is in progress');
    expect(await pair.move(organization.id, ['--abort']).ended).toMatchObject({ code: 0 });
  });
});

/** An organization with a subscription whose usage is metered, and its customer. */
async function aBusyOrganization(): Promise<[TestOrganization, string]> {
  const organization = await pair.source.anOrganization();
  const customer = await aCustomer(organization);
  const metric = await aMetric(organization, { code: CODE });
  const plan = await aPlan(organization, { charges: [aCharge(metric)] });
  await aSubscription(organization, {
    plan_id: plan.id,
    customer_id: customer.id,
    external_id: SUBSCRIPTION,
  });
  return [organization, customer.id];
}

let sent = 0;
const anEvent = (organization: TestOrganization): supertest.Test =>
  organization.post('/v1/events', {
    ...{ transaction_id: `event-${++sent}`, code: CODE, external_subscription_id: SUBSCRIPTION },
    properties: { value: '1' },
  });

const through = (proxy: Haproxy, { id, rawKey, apiKeyId }: TestOrganization): TestOrganization =>
  organizationWithKey(supertest(proxy.url), id, { id: apiKeyId, raw_key: rawKey });

async function keyHashOf({ apiKeyId }: TestOrganization): Promise<string> {
  const [row] = await pair.databases[0].query<{ hash: string }>(
    'SELECT key_hash AS hash FROM api_keys WHERE id = $1',
    [apiKeyId],
  );
  return row?.hash ?? '';
}

/** Everything acknowledged is in the target once, and was delivered once. */
async function expectComplete({ id }: TestOrganization, load: MoveLoad): Promise<void> {
  const target = pair.databases[1];
  const count = async (from: string): Promise<number> => {
    const [row] = await target.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`, [id]);
    return row?.n ?? 0;
  };
  expect(await count('usage_events WHERE organization_id = $1')).toBe(load.events.length);
  const [totals] = await target.query<{ n: string }>(
    `SELECT sum(events_count)::text AS n FROM usage_totals WHERE organization_id = $1`,
    [id],
  );
  expect(totals?.n).toBe(String(load.events.length));
  expect(await count('invoices WHERE organization_id = $1')).toBe(load.invoices.length);
  expect(await count('customers WHERE organization_id = $1')).toBe(load.customers.length + 1);
  await eventually(
    async () => ((await count('webhook_queue WHERE organization_id = $1')) === 0 ? true : null),
    30_000,
  );
  const deliveries = receiver.arrivals.filter((it) => it.path === '/moving').map((it) => it.deliveryId);
  expect(new Set(deliveries).size).toBe(await count('webhook_deliveries WHERE organization_id = $1'));
  expect(deliveries).toHaveLength(new Set(deliveries).size);
}

/** Kills the command between the commit in the source and that in the target. */
async function killInSwitch({ id }: TestOrganization): Promise<void> {
  const [source, target] = pair.databases;
  await target.query(`SET lock_timeout = 0`);
  const blocked = target.query(
    `DO $$ BEGIN PERFORM FROM organizations WHERE id = '${id}' FOR UPDATE; PERFORM pg_sleep(600); END $$`,
  );
  blocked.catch(() => undefined); // it is canceled
  const run = pair.move(id);
  await eventually(
    async () =>
      (await source.query(`SELECT FROM organizations WHERE id = $1 AND cell_state = 'moved'`, [id])).length >
      0
        ? true
        : null,
    40_000,
  );
  run.process.kill('SIGKILL');
  await run.ended;
  await target.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'organization-move' OR query LIKE 'DO $$ BEGIN PERFORM%'`,
  );
  await blocked.catch(() => undefined);
}

async function digestsOf(database: OwnPostgres, { id }: TestOrganization): Promise<Record<string, string>> {
  const digests = await rowDigests(database, id);
  return Object.fromEntries(Object.entries(digests).filter(([table]) => !OF_JOBS.includes(table)));
}

async function expectNothingLeft({ id }: TestOrganization): Promise<void> {
  const name = `move_${id.replaceAll('-', '')}`;
  const [source, target] = pair.databases;
  expect(await source.query('SELECT FROM pg_publication WHERE pubname = $1', [name])).toEqual([]);
  expect(await source.query('SELECT FROM pg_replication_slots WHERE slot_name = $1', [name])).toEqual([]);
  expect(await target.query('SELECT FROM pg_subscription WHERE subname = $1', [name])).toEqual([]);
}

/** For the figures in docs/scaling.md. */
function report({ output }: MoveResult, load: MoveLoad): void {
  const pause = /writes waited (\d+) ms/.exec(output)?.[1];
  process.stderr.write(
    `moved under load: pause ${pause} ms, slowest request ${Math.round(load.slowest)} ms, ` +
      `${load.events.length} events, ${load.customers.length} customers, ${load.invoices.length} invoices\n`,
  );
}
