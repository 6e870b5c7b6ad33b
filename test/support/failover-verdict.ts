import { FLAWLESS, inconsistentStates, judge, untilNonePending } from './delivery-verdict';
import { eventually } from './eventually';
import type { FailoverLoad } from './failover-load';
import type { NatsServers } from './nats-servers';
import type { RecordingReceiver } from './recording-receiver';
import type { TestDatabase } from './test-database';

const DRAIN_LIMIT_MS = 60_000;
/**
 * Of requests with an Idempotency-Key. 409: PostgreSQL still waits for the standby, and the response was a 503. 0: the
 * client gave up, as it does on a busy machine.
 */
const EXPECTED = new Set([0, 201, 409, 503]);

/** What a load left, and where to look for it. */
export interface LoadAftermath {
  /** The new primary. */
  database: Pick<TestDatabase, 'query'>;
  organizationId: string;
  load: FailoverLoad;
  nats: NatsServers;
  receiver: RecordingReceiver;
}

/** Checks that nothing of a load with one endpoint is lost, counted twice, or out of sequence. */
export async function expectAllHeld(aftermath: LoadAftermath): Promise<void> {
  const { database, organizationId, load, nats, receiver } = aftermath;
  await untilNonePending(database, organizationId, DRAIN_LIMIT_MS);
  await eventually(async () => ((await nats.waiting('USAGE')) === 0 ? true : null), DRAIN_LIMIT_MS);

  expect([load.customers.bare503, load.customers.unacknowledged.size, load.odd]).toEqual([0, 0, []]);
  expect(load.customers.statuses.filter((it) => !EXPECTED.has(it))).toEqual([]);
  await expectCustomers(aftermath);
  await expectUsage(aftermath);
  await expectSequences(aftermath);
  const run = { ledger: load.customers, arrivals: receiver.arrivals, endpoints: 1 };
  expect(await judge(database, organizationId, run)).toMatchObject(FLAWLESS);
  expect(await inconsistentStates(database, organizationId, 1)).toEqual({});
}

async function expectCustomers({ database, organizationId, load }: LoadAftermath): Promise<void> {
  const sql = 'SELECT external_id FROM customers WHERE organization_id = $1';
  const rows = await database.query<{ external_id: string }>(sql, [organizationId]);
  const present = new Set(rows.map((it) => it.external_id));
  expect([...load.customers.acknowledged.keys()].filter((it) => !present.has(it))).toEqual([]);
  expect(rows).toHaveLength(present.size);
}

/** Events of the API and of the stream are stored once and counted once. */
async function expectUsage({ database, organizationId, load }: LoadAftermath): Promise<void> {
  const sql = 'SELECT transaction_id FROM usage_events WHERE organization_id = $1';
  const rows = await database.query<{ transaction_id: string }>(sql, [organizationId]);
  const stored = rows.map((it) => it.transaction_id).sort();
  expect(stored).toEqual([...load.reported, ...load.published].sort());
  const [total] = await database.query<{ count: string }>(
    'SELECT sum(events_count) AS count FROM usage_totals WHERE organization_id = $1',
    [organizationId],
  );
  expect(Number(total?.count)).toBe(stored.length);
}

/** The events of each object are numbered from 1, without gaps, up to the counter. */
async function expectSequences({ database, organizationId, load }: LoadAftermath): Promise<void> {
  const objects = await database.query<{ events: number; first: number; last: number; counter: number }>(
    `SELECT count(*)::int AS events, min(sequence) AS first, max(sequence) AS last, max(last_sequence) AS counter
       FROM outbox_events JOIN outbox_sequences USING (organization_id, object_type, object_id)
      WHERE organization_id = $1 GROUP BY object_type, object_id`,
    [organizationId],
  );
  expect(objects.filter((it) => it.first !== 1 || it.last !== it.events || it.counter !== it.events)).toEqual(
    [],
  );
  expect(Math.max(...objects.map((it) => it.events))).toBeGreaterThanOrEqual(load.updates + 1);
}
