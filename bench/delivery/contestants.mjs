import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { makeWorkerUtils } from 'graphile-worker';
import { PgBoss } from 'pg-boss';
import { Child } from '../lib/child.mjs';
import { Service } from '../lib/service.mjs';
import { makeBody } from './bodies.mjs';
import { INSERT_DELIVERIES, TABLES } from './contestants/records.mjs';
import { insertServiceDeliveries } from './service-load.mjs';
import { IN_FLIGHT } from './settings.mjs';
import { TEMPLATE } from './template.mjs';

const SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
const BATCH = 500;
const script = (name) => fileURLToPath(new URL(`./contestants/${name}.mjs`, import.meta.url));

/**
 * Returns the driver of a sender that works from a database. `insert` adds deliveries in an open transaction; the
 * `announce` statement runs after its commit; the `pending` statement returns false once everything is recorded.
 */
export function serviceContestant(name, { server, template, database = TEMPLATE, execArgv }) {
  return {
    name,
    createDatabase: (target) => server.createDatabase(target, database),
    start: (url) => Service.start('worker', url, execArgv),
    insert: (client, n) => insertServiceDeliveries(client, n, template.organizations),
    announce: `SELECT pg_notify('webhook_deliveries', '')`,
    pending: `SELECT EXISTS (SELECT FROM webhook_queue WHERE stage <> 'failed') AS pending`,
    attempts: `SELECT count(*)::int AS attempts FROM webhook_attempts`,
  };
}

export function graphileContestant(name, { server, receiverUrl }, options) {
  return {
    name,
    async createDatabase(target) {
      await createWithTables(server, target);
      const utils = await makeWorkerUtils({ connectionString: server.url(target) });
      await utils.migrate();
      await utils.release();
    },
    start: (url) => startChild('graphile', url, receiverUrl, options),
    insert: (client, n) =>
      insertJobs(client, n, (jobs) =>
        client.query(
          `SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
             SELECT json_populate_record(null::graphile_worker.job_spec,
                      json_build_object('identifier', 'deliver', 'payload', job, 'run_at', job ->> 'at'))
               FROM json_array_elements($1) AS job))`,
          [JSON.stringify(jobs)],
        ),
      ),
    announce: 'SELECT 1', // add_jobs() already sends the notification
    pending: `SELECT EXISTS (SELECT FROM graphile_worker._private_jobs) AS pending`,
    attempts: `SELECT count(*)::int AS attempts FROM attempts`,
  };
}

export function pgBossContestant(name, { server, receiverUrl }, options) {
  const withBoss = async (url, work) => {
    const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
    await boss.start();
    await work(boss);
    await boss.stop({ graceful: false });
  };
  return {
    name,
    async createDatabase(target) {
      await createWithTables(server, target);
      await withBoss(server.url(target), (boss) => boss.createQueue('deliver'));
    },
    start: (url) => startChild('pg-boss', url, receiverUrl, options),
    insert: async (client, n) => {
      const db = { executeSql: (text, values) => client.query(text, values) };
      await withBoss(client.url, (boss) =>
        insertJobs(client, n, (jobs) =>
          boss.insert(
            'deliver',
            jobs.map((data) => ({ data, startAfter: new Date(data.at) })),
            { db },
          ),
        ),
      );
    },
    announce: 'SELECT 1',
    pending: `SELECT EXISTS (SELECT FROM pgboss.job WHERE name = 'deliver' AND state < 'completed') AS pending`,
    attempts: `SELECT count(*)::int AS attempts FROM attempts`,
  };
}

/** The bare loop has no database; see measure.mjs. */
export const startBareLoop = (receiverUrl, request = 'full') =>
  new Child(script('bare'), { args: [receiverUrl, SECRET, request] });

async function startChild(name, url, receiverUrl, options) {
  const child = new Child(script(name), { args: [url, receiverUrl, SECRET, JSON.stringify(options)] });
  await child.call('start');
  return { process: child, stop: () => child.stop('SIGKILL') };
}

async function createWithTables(server, database) {
  await server.createDatabase(database);
  const client = await server.connect(database);
  await client.query(TABLES);
  await client.end();
}

/**
 * Gives each job a different time, as if separate requests had created the jobs. Equal times would slow down the
 * indexes.
 */
async function insertJobs(client, n, addJobs) {
  const first = Date.now() - n;
  for (let done = 0; done < n; done += BATCH) {
    const jobs = Array.from({ length: Math.min(BATCH, n - done) }, (_, i) => ({
      id: randomUUID(),
      payload: makeBody(done + i).payload,
      at: new Date(first + done + i).toISOString(),
    }));
    await client.query(INSERT_DELIVERIES, [jobs.map((it) => it.id), jobs.map((it) => it.payload)]);
    await addJobs(jobs);
  }
}

export const GRAPHILE_TUNED = { concurrency: IN_FLIGHT, connections: IN_FLIGHT };
export const PG_BOSS = { batch: IN_FLIGHT, fetchers: 4, connections: IN_FLIGHT };
