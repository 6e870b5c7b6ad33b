import { progress } from '../lib/figures.mjs';

/** One in this many old deliveries has failed permanently. */
const FAILED_EVERY = 199;
/** Number of distinct objects that the old events are about. */
const OBJECTS = 200_000;
const TABLES = [
  'outbox_events',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_queue',
  'webhook_delivery_counts',
];

/**
 * Fills a database with old deliveries as the service would have left them: events, deliveries, attempts and counts.
 * Half of the deliveries belong to the first organization, which the read benchmark queries. The newest is one minute
 * old.
 */
export async function loadHistory(client, n, organizations) {
  const indexes = await dropIndexes(client);
  // Skips foreign key checks in this session: the rows are consistent, and the checks would take minutes.
  await client.query(
    `SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'`,
  );
  await client.query(CREATE_SOURCE);
  await client.query(
    'INSERT INTO pg_temp.endpoint SELECT * FROM unnest($1::int[], $2::int[], $3::uuid[], $4::uuid[])',
    endpointsOf(organizations),
  );
  for (const [what, statement] of Object.entries(LOAD)) {
    await client.query(statement.replaceAll(':n', n));
    progress(`history of ${n}: ${what}`);
  }
  for (const statement of indexes) await client.query(statement);
  progress('history: indexes');
  await client.query(`VACUUM (ANALYZE) ${TABLES.join(', ')}`);
  await client.query(`RESET session_replication_role; RESET synchronous_commit`);
  progress('history: vacuum');
}

/**
 * Drops the indexes, because rebuilding them after the load takes a third as long as maintaining them during it. Returns the
 * statements that create them again.
 */
async function dropIndexes(client) {
  const { rows } = await client.query(
    `SELECT indexname, indexdef FROM pg_indexes
      WHERE schemaname = 'public' AND tablename = ANY($1)
        AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [TABLES],
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  return rows.map((it) => it.indexdef);
}

function endpointsOf(organizations) {
  const all = organizations.flatMap((organization, index) =>
    organization.endpointIds.map((endpointId, number) => [index, number, organization.id, endpointId]),
  );
  return [0, 1, 2, 3].map((column) => all.map((row) => row[column]));
}

const CREATE_SOURCE = `
  CREATE TEMP TABLE endpoint (organization_index int, number int, organization_id uuid, endpoint_id uuid);
  CREATE TEMP TABLE source (
    i int, organization_id uuid, endpoint_id uuid, event_id uuid, delivery_id uuid, object_id uuid, sequence int,
    kind text, object_type text, created_at timestamptz(3), failed boolean)`;

/** The interval between two old deliveries; they are spread evenly over the 30 days before the run. */
const STEP = `(interval '30 days' / :n)`;

const LOAD = {
  source: `
    INSERT INTO pg_temp.source
    SELECT i, organization_id, endpoint_id, uuidv7(age), delivery_id, md5('object' || i % ${OBJECTS})::uuid, i / ${OBJECTS} + 1,
           CASE WHEN i % 1000 = 0 THEN 'webhook_endpoint.test' WHEN i % 4 = 0 THEN 'customer.created' ELSE 'customer.updated' END,
           CASE WHEN i % 1000 = 0 THEN 'webhook_endpoint' ELSE 'customer' END,
           uuid_extract_timestamp(delivery_id), i % ${FAILED_EVERY} = 8
      FROM (SELECT i, -(interval '1 minute' + (:n - i) * ${STEP}) AS age,
                   CASE WHEN i % 2 = 0 THEN 0 ELSE 1 + i / 2 % 3 END AS organization_index, i / 10 % 5 AS number
              FROM generate_series(1, :n) AS i) AS row
      JOIN pg_temp.endpoint USING (organization_index, number)
     CROSS JOIN LATERAL (SELECT uuidv7(age) AS delivery_id) AS made
     ORDER BY i`,
  events: `
    INSERT INTO outbox_events (organization_id, id, kind, object_type, object_id, sequence, payload, created_at)
    SELECT organization_id, event_id, kind, object_type, object_id, sequence,
           concat('{"id":"', event_id, '","webhook_type":"', kind, '","object_type":"', object_type, '","object_id":"',
             object_id, '","organization_id":"', organization_id, '","created_at":"', created_at, '","sequence":', sequence,
             ',"customer":{"id":"', object_id, '","external_id":"cust_', i, '","name":"Jane Doe Ltd.",',
             '"email":"billing@janedoe.example","currency":"EUR","timezone":"Europe/Paris","country":"FR",',
             '"address_line1":"5 rue de la Paix","zipcode":"75002","metadata":{"crm_id":"8841"}},"changed":["email"]}'),
           created_at
      FROM pg_temp.source ORDER BY i`,
  deliveries: `
    INSERT INTO webhook_deliveries (organization_id, id, webhook_endpoint_id, event_id, webhook_type, object_type, object_id,
                                    max_retries, created_at)
    SELECT organization_id, delivery_id, endpoint_id, event_id, kind, object_type, object_id, 0, created_at
      FROM pg_temp.source ORDER BY i`,
  attempts: `
    INSERT INTO webhook_attempts (organization_id, delivery_id, attempt_number, id, http_status, response_body, success,
                                  error_message, attempted_at, recorded_at, retries)
    SELECT organization_id, delivery_id, 1, gen_random_uuid(), CASE WHEN failed THEN 500 ELSE 200 END, 'ok', NOT failed,
           CASE WHEN failed THEN 'http_status: the endpoint returned 500' END, created_at, created_at + interval '10 ms', 0
      FROM pg_temp.source ORDER BY i`,
  'failed ones': `
    INSERT INTO webhook_queue (organization_id, delivery_id, webhook_endpoint_id, event_id, webhook_type, stage, open,
                               next_attempt_at, attempts, max_retries, created_at, updated_at)
    SELECT organization_id, delivery_id, endpoint_id, event_id, kind, 'failed', false, created_at, 1, 0, created_at,
           created_at + interval '10 ms'
      FROM pg_temp.source WHERE failed`,
  counts: `
    INSERT INTO webhook_delivery_counts (organization_id, day, webhook_endpoint_id, webhook_type, succeeded, failed)
    SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, endpoint_id, kind, count(*) FILTER (WHERE NOT failed), count(*) FILTER (WHERE failed)
      FROM pg_temp.source GROUP BY 1, 2, 3, 4`,
};
