import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from './settings.mjs';

const POLL_MS = 2;
const GIVE_UP_MS = 300_000;

/**
 * Returns one measurement: the rate, and the CPU time per delivery of the sending process and of PostgreSQL in
 * microseconds.
 */
function toResult(n, seconds, worker, postgres) {
  return { perSecond: n / seconds, worker: worker / n, postgres: postgres === null ? null : postgres / n };
}

/** Measures the bare loop: `n` signed POSTs in a new process, after a warm-up. */
export async function measureBareLoop(start, receiver, n = settings.deliveries) {
  const child = start();
  try {
    await child.call('prepare', settings.warmUp);
    await child.call('deliver');
    await child.call('prepare', n);
    await receiver.call('reset');
    const cpu = await child.call('cpu');
    const startedAt = performance.now();
    await child.call('deliver');
    const seconds = (performance.now() - startedAt) / 1000;
    await assertCount(receiver, n);
    return toResult(n, seconds, (await child.call('cpu')) - cpu, 0);
  } finally {
    await child.stop('SIGKILL');
  }
}

/** Measures a sender on a new database, and drops the database afterwards. */
export async function measureSender(contestant, context, n = settings.deliveries) {
  const database = `bench_${contestant.name.replace(/\W/g, '_')}`;
  await contestant.createDatabase(database);
  try {
    return await measureOn(database, contestant, context, n);
  } finally {
    await context.server.dropDatabase(database);
  }
}

/** Measures a sender on an existing database, and keeps the database. */
export async function measureOn(database, contestant, { server, receiver }, n = settings.deliveries) {
  const url = server.url(database);
  const client = Object.assign(await server.connect(database), { url });
  const sender = await contestant.start(url);
  try {
    const warmUp = Math.min(settings.warmUp, Math.ceil(n / 4));
    if (warmUp > 0) await run(contestant, client, { receiver, server, n: warmUp });
    const before = await attemptsOf(contestant, client);
    const cpuBefore = {};
    const seconds = await run(contestant, client, {
      receiver,
      server,
      n,
      onStart: () => takeCpu(cpuBefore, sender, server),
    });
    const cpu = await takeCpu({}, sender, server);
    const recorded = (await attemptsOf(contestant, client)) - before;
    if (recorded !== n)
      throw new Error(`${contestant.name} recorded ${recorded} attempts for ${n} deliveries`);
    const postgres = cpu.postgres === null ? null : cpu.postgres - cpuBefore.postgres;
    return toResult(n, seconds, cpu.worker - cpuBefore.worker, postgres);
  } finally {
    await sender.stop();
    await client.end();
  }
}

/** Measures the time in seconds from the commit that makes `n` deliveries visible until all are recorded. */
async function run(contestant, client, { receiver, server, n, onStart }) {
  await receiver.call('reset');
  await client.query('BEGIN');
  await contestant.insert(client, n);
  await client.query('ANALYZE');
  await server.query('CHECKPOINT');
  await onStart?.();
  const startedAt = performance.now();
  await client.query('COMMIT');
  await client.query(contestant.announce);
  await Promise.race([receiver.call('reached', n), failAfter(contestant.name)]);
  while (await isPending(contestant, client)) await sleep(POLL_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  await assertCount(receiver, n);
  return seconds;
}

async function takeCpu(target, sender, server) {
  return Object.assign(target, { worker: await sender.process.call('cpu'), postgres: server.cpuMicros() });
}

const isPending = async (contestant, client) => (await client.query(contestant.pending)).rows[0].pending;

const attemptsOf = async (contestant, client) => (await client.query(contestant.attempts)).rows[0].attempts;

async function assertCount(receiver, n) {
  const { count } = await receiver.call('counts');
  if (count !== n) throw new Error(`The receiver got ${count} requests for ${n} deliveries`);
}

async function failAfter(name) {
  await sleep(GIVE_UP_MS, undefined, { ref: false });
  throw new Error(`${name} did not finish`);
}
