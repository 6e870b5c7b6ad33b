import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadavg } from 'node:os';
import { Child, stopChildren } from '../lib/child.mjs';
import { median, number, percentile, printTable, progress, spread, Targets } from '../lib/figures.mjs';
import { describeMachine, describeSteal, stopOnSignals } from '../lib/machine.mjs';
import { Server } from '../lib/postgres.mjs';
import { Service } from '../lib/service.mjs';
import { measureReads } from './quiet.mjs';
import { CUSTOMERS, IN_FLIGHT, LIMIT, ROUNDS, SECONDS, WARMUP_SECONDS, WATCHED_LISTS } from './settings.mjs';

const DATABASE = 'fairness';
const LOUD = fileURLToPath(new URL('./loud.mjs', import.meta.url));
const PATH = `/v1/customers?limit=${LIMIT}`;

/** Measures both organizations alone and together in every round; returns the exit code. */
export async function main() {
  describeMachine();
  const server = await Server.start();
  stopOnSignals(server);
  try {
    const stage = await prepare(server);
    const holds = await watchEventLoop(stage);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await measureRound(stage, round));
      progress(`round ${round + 1} of ${ROUNDS}: load average ${number(loadavg()[0], 1)}`);
    }
    return report(rounds, holds) ? 0 : 1;
  } finally {
    await stopChildren();
    await server.stop();
  }
}

async function prepare(server) {
  await server.createServiceDatabase(DATABASE);
  const service = await Service.start('all', server.serviceUrl(DATABASE));
  const [loud, quiet] = [await anOrganization(service), await anOrganization(service)];
  const client = await server.connect(DATABASE);
  await client.query(
    `INSERT INTO customers (organization_id, id, external_id, name, email, metadata, created_at, updated_at)
     SELECT $1, gen_random_uuid(), 'customer-' || n, 'Customer ' || n, 'c' || n || '@example.com',
            jsonb_build_object('segment', 'smb', 'account', n), now() - n * interval '1 second', now()
       FROM generate_series(1, $2) AS n`,
    [loud.id, CUSTOMERS],
  );
  await client.query('VACUUM ANALYZE customers');
  await client.end();
  return { service, loud, quiet, clients: new Child(LOUD) };
}

async function anOrganization(service) {
  const { value } = await service.request('POST', '/v1/organizations', { body: { name: 'Bench' } });
  return { id: value.id, key: value.api_key.raw_key };
}

/** Returns how long each of some large lists held the event loop at most, one after the other. */
async function watchEventLoop({ service, loud }) {
  const holds = [];
  for (let n = -WATCHED_LISTS; n < WATCHED_LISTS; n++) {
    await service.process.call('watchEventLoop');
    await service.request('GET', PATH, { key: loud.key });
    const hold = await service.process.call('longestHold');
    if (n >= 0) holds.push(hold); // the first half warms up
  }
  return holds;
}

/** The order alternates, so that a drift of the machine affects all alike. */
async function measureRound(stage, round) {
  const parts = [
    ['alone', () => measureReads(stage.service, stage.quiet.key, SECONDS)],
    ['both', () => measureLoud(stage, true)],
    ['loud', () => measureLoud(stage, false)],
  ];
  const figures = {};
  for (const [name, measure] of round % 2 === 0 ? parts : parts.reverse()) figures[name] = await measure();
  return figures;
}

async function measureLoud({ service, loud, quiet, clients }, withReads) {
  await clients.call('start', { url: service.url, path: PATH, key: loud.key, inFlight: IN_FLIGHT });
  await sleep(WARMUP_SECONDS * 1000);
  const [before, startedAt] = [await clients.call('counts'), performance.now()];
  const reads = withReads ? await measureReads(service, quiet.key, SECONDS) : await sleep(SECONDS * 1000);
  const [after, endedAt] = [await clients.call('counts'), performance.now()];
  await clients.call('stop');
  const perSecond = ((after.served - before.served) * 1000) / (endedAt - startedAt);
  return { reads, perSecond, refused: after.refused };
}

function report(rounds, holds) {
  const [alone, together] = [rounds.map((it) => it.alone), rounds.map((it) => it.both.reads)];
  const row = (name, all) => [
    name,
    spread(
      all.map((it) => it.p50),
      1,
    ),
    spread(
      all.map((it) => it.p99),
      1,
    ),
  ];
  printTable(
    `Cheap reads of one organization, ms (min / median / max of ${ROUNDS} rounds)`,
    ['', 'p50', 'p99'],
    [row('alone', alone), row(`beside ${IN_FLIGHT} lists of ${LIMIT} rows of another`, together)],
  );
  const rates = [rounds.map((it) => it.loud.perSecond), rounds.map((it) => it.both.perSecond)];
  printTable(
    'Lists of the loud organization per second',
    ['', 'rate', 'refused'],
    [
      ['alone', spread(rates[0], 1), number(sum(rounds.map((it) => it.loud.refused)))],
      ['beside the reads', spread(rates[1], 1), number(sum(rounds.map((it) => it.both.refused)))],
    ],
  );
  const percentiles = (values) => [0.5, 0.9, 0.99].map((share) => number(percentile(values, share), 1));
  const [turns, pauses] = [holds.map((it) => it.turn), holds.map((it) => it.pause)];
  printTable(
    `Longest hold of the event loop by a list of ${LIMIT} rows, ms (${holds.length} lists)`,
    ['', 'p50', 'p90', 'p99'],
    [
      ['turn', ...percentiles(turns)],
      ['pause for garbage collection', ...percentiles(pauses)],
    ],
  );
  const targets = new Targets();
  const bound = median(alone.map(({ p99 }) => Math.max(3 * p99, p99 + 50)));
  targets.under(
    'p99 of the reads beside the lists',
    median(together.map((it) => it.p99)),
    Math.round(bound),
    'ms',
  );
  targets.atLeast(
    'share that the lists keep',
    median(rounds.map((it) => it.both.perSecond / it.loud.perSecond)),
    0.5,
  );
  targets.under('longest turn of the event loop, median of the lists', median(turns), 5, 'ms');
  describeSteal();
  return targets.report();
}

const sum = (values) => values.reduce((total, it) => total + it, 0);
