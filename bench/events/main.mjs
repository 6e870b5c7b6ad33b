import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import migrations from '../../dist/src/platform/database/migrate.js';
import schema from '../../dist/src/schema.js';
import { Child, stopChildren } from '../lib/child.mjs';
import { number, print, printTable, progress, spread, Targets } from '../lib/figures.mjs';
import { describeMachine, describeSteal, stopOnSignals } from '../lib/machine.mjs';
import { Server } from '../lib/postgres.mjs';
import { anEvent, run } from './load.mjs';
import { startService, verify } from './service.mjs';
import { BATCH, BATCH_CONNECTIONS, CONNECTIONS, ROUNDS, SECONDS, WARMUP_SECONDS } from './settings.mjs';

const TEMPLATE = 'events_template';
const OTHERS = { bare: 'bare node:http, one INSERT', typeorm: 'NestJS, TypeORM save' };
const NAMES = { service: 'this service', ...OTHERS };
const PARTS = {
  single: { events: 1, connections: CONNECTIONS, title: `Single events, ${CONNECTIONS} connections` },
  batch: {
    events: BATCH,
    connections: BATCH_CONNECTIONS,
    title: `Batches of ${BATCH}, ${BATCH_CONNECTIONS} connections`,
  },
};

/** Runs all contestants in every round; returns the exit code. */
export async function main() {
  describeMachine();
  const server = await Server.start();
  stopOnSignals(server);
  const results = { single: [], batch: [] };
  try {
    await server.createDatabase(TEMPLATE);
    await migrations.migrate(server.url(TEMPLATE), schema.schema);
    for (let round = 0; round < ROUNDS; round++) {
      const figures = {};
      for (const name of Object.keys(NAMES)) figures[name] = await measure(server, name, round);
      for (const part of Object.keys(PARTS)) {
        results[part].push(
          Object.fromEntries(Object.entries(figures).map(([name, all]) => [name, all[part]])),
        );
      }
    }
  } finally {
    await stopChildren();
    await server.stop();
  }
  return report(results) ? 0 : 1;
}

async function measure(server, name, round) {
  const database = `events_${name}_${round}`;
  await server.createDatabase(database, name === 'service' ? TEMPLATE : 'template1');
  const contestant =
    name === 'service' ? await theService(server, database) : await another(server, database, name);
  const figures = {};
  let sent = 0;
  for (const [part, { events, connections }] of Object.entries(PARTS)) {
    const target = contestant.target(events);
    sent += (await run(target, { connections, seconds: WARMUP_SECONDS })).events;
    await server.query('CHECKPOINT');
    figures[part] = await run(target, { connections, seconds: SECONDS });
    sent += figures[part].events;
    progress(`round ${round + 1}  ${NAMES[name]}  ${part}: ${number(figures[part].perSecond)} events/s`);
  }
  await contestant.stop();
  if (name === 'service') await verify(server, database, sent);
  await server.dropDatabase(database);
  return figures;
}

async function theService(server, database) {
  const { service, key, subscriptions } = await startService(server, database);
  const headers = { authorization: `Bearer ${key}` };
  return {
    target: (events) => targetOf(service.url, events, headers, subscriptions),
    stop: () => service.stop(),
  };
}

async function another(server, database, name) {
  const script = fileURLToPath(new URL(`./contestants/${name}.mjs`, import.meta.url));
  const child = new Child(script, { env: { DATABASE_URL: server.url(database), NODE_ENV: 'production' } });
  const url = `http://127.0.0.1:${await child.call('listen')}`;
  return {
    target: (events) => targetOf(url, events, {}, ['sub-0', 'sub-1']),
    stop: () => child.stop('SIGKILL'),
  };
}

function targetOf(base, events, headers, subscriptions) {
  let next = 0;
  const one = () => anEvent(subscriptions[next++ % subscriptions.length]);
  const body =
    events === 1
      ? () => JSON.stringify(one())
      : () => JSON.stringify({ events: Array.from({ length: events }, one) });
  return { url: `${base}/v1/events${events === 1 ? '' : '/batch'}`, events, headers, body };
}

function report(results) {
  const targets = new Targets();
  for (const [part, { title }] of Object.entries(PARTS)) {
    const rounds = results[part];
    const rows = Object.entries(NAMES).map(([name, shown]) => [
      shown,
      spread(rounds.map((it) => it[name].perSecond)),
      spread(
        rounds.map((it) => it.service.perSecond / it[name].perSecond),
        2,
      ),
      spread(
        rounds.map((it) => it[name].p50),
        1,
      ),
      spread(
        rounds.map((it) => it[name].p99),
        1,
      ),
    ]);
    printTable(title, ['', 'events/s (min / median / max)', 'service is x times', 'p50 ms', 'p99 ms'], rows);
  }
  const ratio = (part) => medianOf(results[part].map((it) => it.service.perSecond / it.typeorm.perSecond));
  targets.atLeast('single event / TypeORM save', ratio('single'), 4);
  targets.atLeast('batch of 100 / TypeORM save', ratio('batch'), 2.5);
  print('\n  Next goals: 12 x for single events, 4 x for batches of 100.');
  const met = targets.report();
  describeSteal();
  return met;
}

function medianOf(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
