import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { number, percentile, print, printTable, progress } from '../lib/figures.mjs';
import { Service } from '../lib/service.mjs';
import { wallClock } from '../lib/wall-clock.mjs';
import { makeBody } from './bodies.mjs';
import { settings } from './settings.mjs';
import { TEMPLATE } from './template.mjs';

const DATABASE = 'bench_latency';
/** Between two events, so that each finds the service idle. */
const QUIET_MS = 15;
const WARM_UP = 50;
const LIMIT_MS = 25;
const SET_UPS = [
  ['one process (ROLE=all)', ['all']],
  ['two processes (ROLE=api, ROLE=worker)', ['api', 'worker']],
];

/** Single events on an idle service: from the API call and from the commit to the arrival at the receiver. */
export async function measureLatency(context) {
  if (settings.events === 0) return;
  const rows = [['bare POST: the machine itself', '', '', shown(await measureBarePosts(context))]];
  for (const [name, roles] of SET_UPS) {
    const samples = await measureSetUp(context, roles);
    const of = (from) => samples.map((it) => it.arrived - it[from]);
    rows.push([name, ...['committed', 'answered', 'called'].map((from) => shown(of(from)))]);
    progress(`latency, ${name}: ${shown(of('committed'))}`);
    context.targets.under(
      `commit to arrival, idle, p99, ${name}`,
      percentile(of('committed'), 0.99),
      LIMIT_MS,
      'ms',
    );
  }
  printTable(
    `Latency of ${number(settings.events)} single events on an idle service, ms, p50 / p99 / max`,
    ['', 'commit to arrival', 'API answer to arrival', 'API call to arrival'],
    rows,
  );
  print('  The API answers after the commit; an event may arrive before the answer does (negative).');
}

/** What a POST to the receiver takes at the same pace without any service: the floor of the last column. */
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
  await server.query('CHECKPOINT'); // or the copy is written to disk meanwhile
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

/** PostgreSQL's own instant of each commit, taken just before it is flushed to disk. */
async function withCommits(server, samples) {
  const client = await server.connect(DATABASE);
  const { rows } = await client.query(
    `SELECT object_id AS id, extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000 AS committed FROM outbox_events`,
  );
  await client.end();
  const committed = new Map(rows.map((it) => [it.id, Number(it.committed)]));
  return samples.map((it) => ({ ...it, committed: committed.get(it.id) }));
}

const shown = (values) => {
  const figures = [percentile(values, 0.5), percentile(values, 0.99), Math.max(...values)];
  return figures.map((it) => number(it, 1)).join(' / ');
};
