import { setTimeout as sleep } from 'node:timers/promises';
import { stopChildren } from '../lib/child.mjs';
import { median, number, percentile, print, printTable, progress } from '../lib/figures.mjs';
import { describeMachine, describeSteal, stopOnSignals } from '../lib/machine.mjs';
import { Server } from '../lib/postgres.mjs';
import { Service } from '../lib/service.mjs';
import { callsOf } from './calls.mjs';
import { fill } from './rows.mjs';
import { seed } from './seed.mjs';
import { REQUESTS, ROUNDS, ROWS, WARM_UP } from './settings.mjs';

const DATABASE = 'reads';
/** Nothing is sent: there is no worker. */
const MAIL = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'billing@bench.example',
  PUBLIC_URL: 'https://bench.example',
};
/** Requests whose reads are counted. */
const COUNTED = 5;
const POLL_MS = 20;
/** Rows and index entries that were read, of all tables of the service. */
const ROWS_READ = `
  SELECT (SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables)::float8
       + (SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes)::float8 AS count`;

/** Those of requests and of authentication. */
const SESSIONS = `FROM pg_stat_activity WHERE application_name IN ('billing-api', 'billing-api-authentication')`;

/** Fills the tables, reads them through the API and prints the figures; returns the exit code. */
export async function main() {
  describeMachine();
  const server = await Server.start();
  stopOnSignals(server);
  try {
    await server.createServiceDatabase(DATABASE);
    const client = await server.connect(DATABASE);
    const api = await Service.start('api', server.serviceUrl(DATABASE), [], MAIL);
    const seeded = await seed(api);
    await fill(client, seeded.organizationId);
    await server.query('CHECKPOINT');
    const results = await measureAll(api, client, server, seeded);
    await api.stop();
    await client.end();
    report(results);
  } finally {
    await stopChildren();
    await server.stop();
  }
  describeSteal();
  return 0;
}

async function measureAll(api, client, server, seeded) {
  const calls = await callsOf(api, seeded);
  const context = { api, client, server, key: seeded.key };
  const results = [];
  for (const [name, path] of calls)
    results.push({ name, path, rows: await countRows(context, path), rounds: [] });
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { path, rounds } of results) rounds.push(await measure(context, path));
    progress(`round ${round} of ${results.length} calls`);
  }
  return results;
}

async function measure({ api, server, key }, path) {
  for (let n = 0; n < WARM_UP; n++) await api.request('GET', path, { key });
  const [node, postgres] = [await api.process.call('cpu'), server.cpuMicros()];
  const times = [];
  let total;
  for (let n = 0; n < REQUESTS; n++) {
    const startedAt = performance.now();
    const { headers } = await api.request('GET', path, { key });
    times.push(performance.now() - startedAt);
    total = headers['x-total-count'];
  }
  const cpu =
    (await api.process.call('cpu')) - node + (postgres === null ? 0 : server.cpuMicros() - postgres);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), cpuMs: cpu / 1000 / REQUESTS, total };
}

async function countRows({ api, client, key }, path) {
  const before = await rowsRead(client);
  for (let n = 0; n < COUNTED; n++) await api.request('GET', path, { key });
  return ((await rowsRead(client)) - before) / COUNTED;
}

/** Sessions add what they have read to the statistics seconds later, or at their end; the service opens others. */
async function rowsRead(client) {
  while ((await client.query(`SELECT pg_terminate_backend(pid) ${SESSIONS}`)).rowCount > 0)
    await sleep(POLL_MS);
  return (await client.query(ROWS_READ)).rows[0].count;
}

function report(results) {
  const rows = results.map(({ name, rows: read, rounds }) => {
    const of = (field, digits) => number(median(rounds.map((it) => it[field])), digits);
    const { total } = rounds[0];
    const count = total === undefined ? '' : number(Number(total));
    return [name, of('p50', 1), of('p99', 1), of('cpuMs', 2), number(read), count];
  });
  const title = `${REQUESTS} requests each, one after the other, on ${number(ROWS)} rows a table; medians of ${ROUNDS} rounds`;
  printTable(title, ['', 'p50 ms', 'p99 ms', 'CPU ms', 'rows read', 'X-Total-Count'], rows);
  print(
    '\nCPU: of Node and PostgreSQL together. Rows read: rows and index entries, of the authentication as well.',
  );
}
