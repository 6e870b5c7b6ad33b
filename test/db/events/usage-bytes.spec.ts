import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const EVENTS = 100_000;
const BATCH = 100;
/** Of an event in a partition that gets no more events, with its indexes and its key. */
const MOST_BYTES = 600;
/** Of its key, which is left when the partition is dropped. */
const MOST_KEY_BYTES = 160;

/** As ingestion inserts them: 20 subscriptions, ids in order, random transaction ids of 40 characters, two properties
 * (docs/scaling.md#bytes-and-write-ahead-log). */
const INSERT = `
  WITH event AS MATERIALIZED (
    SELECT (lpad(to_hex(1893456000000 + batch), 12, '0') || '7' || lpad(to_hex(n), 3, '0')
            || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid AS id,
           'evt_' || gen_random_uuid() AS transaction_id, batch, n
      FROM generate_series($1::int, $2::int) AS batch, generate_series(1, ${BATCH}) AS n
     ORDER BY batch, n)
  INSERT INTO usage_events (organization_id, id, transaction_id, code, billable_metric_id, subscription_id, customer_id,
                            external_subscription_id, timestamp, properties, period_id, late, charged, created_at)
  SELECT $3::uuid, id, transaction_id, 'storage_gb', md5('metric')::uuid, md5('s' || n % 20)::uuid, md5('c' || n % 20)::uuid,
         'sub_' || 1000 + n % 20, to_timestamp(1893456000 + batch / 1000.0),
         jsonb_build_object('gb', n::text, 'region', 'eu-west-1'),
         md5('p' || n % 20)::uuid, false, true, to_timestamp(1893456000 + batch / 1000.0)
    FROM event`;

describe('the size of usage events', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is at most 600 bytes with indexes and key in a closed partition after REINDEX, and 160 after its drop', async () => {
    const [partition] = await database.query<{ name: string }>(
      `SELECT make_partition('usage_events', '2030-01-01 UTC', '2030-01-08 UTC') AS name`,
    );
    const organizationId = '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c';
    for (let batch = 0; batch < EVENTS / BATCH; batch += 100) {
      await database.query(INSERT, [batch, batch + 99, organizationId]);
    }
    const name = partition?.name ?? '';
    await database.query(`REINDEX TABLE ${name}`);
    await database.query('REINDEX TABLE usage_event_keys');
    const [row] = await database.query<{
      events: string;
      partition: string;
      keys: string;
    }>(
      `SELECT (SELECT count(*) FROM ${name}) AS events, pg_table_size('${name}') + pg_indexes_size('${name}') AS partition,
                pg_total_relation_size('usage_event_keys') AS keys`,
    );
    expect(Number(row?.events)).toBe(EVENTS);
    const keys = Number(row?.keys) / EVENTS;
    const all = keys + Number(row?.partition) / EVENTS;
    process.stdout.write(
      `${all.toFixed(1)} bytes for each usage event, of which ${keys.toFixed(1)} for its key\n`,
    );
    expect(all).toBeLessThanOrEqual(MOST_BYTES);
    await database.query(`DROP TABLE ${name}`);
    expect(keys).toBeLessThanOrEqual(MOST_KEY_BYTES);
  }, 120_000);
});
