import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { median, number, percentile, print, printTable, progress, spread } from '../lib/figures.mjs';
import { Service } from '../lib/service.mjs';
import { wallClock } from '../lib/wall-clock.mjs';
import { makeBody } from './bodies.mjs';
import { settings } from './settings.mjs';
import { TEMPLATE } from './template.mjs';

const DATABASE = 'bench_latency';
/** Pause between two events, so that the service is idle when the next one arrives. */
const QUIET_MS = 15;
const WARM_UP = 50;
const LIMIT_MS = 25;
const SET_UPS = [
  ['one process (ROLE=all)', ['all']],
  ['two processes (ROLE=api, ROLE=worker)', ['api', 'worker']],
];

const BARE = 'bare POST: the machine itself';

/**
 * Measures the latency of single events on an idle service, from API call to arrival and from commit to arrival. Runs
 * in rounds, so that a brief load spike on the machine affects only one of them.
 */
export async function measureLatency(context) {
  if (settings.events === 0) return;
  const rounds = [];
  for (let round = 1; round <= settings.rounds; round++) {
    const measured = new Map([[BARE, { called: await measureBarePosts(context) }]]);
    for (const [name, roles] of SET_UPS) {
      const samples = await measureSetUp(context, roles);
      const of = (from) => samples.map((it) => it.arrived - it[from]);
      measured.set(name, { committed: of('committed'), answered: of('answered'), called: of('called') });
      progress(`round ${round}: latency, ${name}: p99 ${number(percentile(of('committed'), 0.99), 1)} ms`);
    }
    rounds.push(measured);
  }
  report(rounds, context.targets);
}

function report(rounds, targets) {
  const ofAll = (name, from, share) => rounds.map((it) => percentile(it.get(name)[from], share));
  const rows = [BARE, ...SET_UPS.map(([name]) => name)].map((name) => [
    name,
    ...['committed', 'answered', 'called'].map((from) =>
      name === BARE && from !== 'called'
        ? ''
        : `${number(median(ofAll(name, from, 0.5)), 1)}, ${spread(ofAll(name, from, 0.99), 1)}`,
    ),
  ]);
  printTable(
    `Latency of ${number(settings.events)} single events on an idle service, ms: p50, and p99 as min / median / max of ${settings.rounds}`,
    ['', 'commit to arrival', 'API response to arrival', 'API call to arrival'],
    rows,
  );
  print(
    '  The API responds after the commit; an event may arrive before the response does (negative values).',
  );
  for (const [name] of SET_UPS) {
    const p99 = median(ofAll(name, 'committed', 0.99));
    targets.under(`commit to arrival, idle, p99, ${name} (median of rounds)`, p99, LIMIT_MS, 'ms');
  }
}

/** Measures POSTs to the receiver at the same rate without the service: the lower bound of the last column. */
async function measureBarePosts({ receiver, receiverUrl }) {
  const { origin, pathname } = new URL(receiverUrl);
  const client = new Client(origin);
  await receiver.call('keepArrivals', true);
  const times = [];
  for (let i = 0; i < WARM_UP + settings.events; i++) {
    const { payload, objectId } = makeBody(i);
    const called = wallClock();
    const answer = await client.request({ method: 'POST', path: pathname, body: payload });
    await answer.body.dump();
    times.push((await receiver.call('arrival', objectId)) - called);
    await sleep(QUIET_MS);
  }
  await receiver.call('keepArrivals', false);
  await client.close();
  return times.slice(WARM_UP);
}

async function measureSetUp({ server, receiver, template }, roles) {
  await server.createDatabase(DATABASE, TEMPLATE);
  await server.query('CHECKPOINT'); // writes the cloned database to disk before the measurement
  const services = [];
  try {
    for (const role of roles) services.push(await Service.start(role, server.url(DATABASE)));
    await receiver.call('keepArrivals', true);
    const samples = [];
    for (let i = 0; i < WARM_UP + settings.events; i++) {
      samples.push(await sendOne(services[0], receiver, template.quiet.key, i));
      await sleep(QUIET_MS);
    }
    return await withCommits(server, samples.slice(WARM_UP));
  } finally {
    await receiver.call('keepArrivals', false);
    for (const service of services) await service.stop();
    await server.dropDatabase(DATABASE);
  }
}

async function sendOne(api, receiver, key, index) {
  const body = { external_id: `cust_${index}`, name: 'Jane Doe Ltd.', email: 'billing@janedoe.example' };
  const called = wallClock();
  const { value: customer } = await api.request('POST', '/v1/customers', { key, body });
  const answered = wallClock();
  return { id: customer.id, called, answered, arrived: await receiver.call('arrival', customer.id) };
}

/** Adds PostgreSQL's commit timestamp, which is taken just before the flush to disk. */
async function withCommits(server, samples) {
  const client = await server.connect(DATABASE);
  const { rows } = await client.query(
    `SELECT object_id AS id, extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000 AS committed FROM outbox_events`,
  );
  await client.end();
  const committed = new Map(rows.map((it) => [it.id, Number(it.committed)]));
  return samples.map((it) => ({ ...it, committed: committed.get(it.id) }));
}
