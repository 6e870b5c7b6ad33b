import { fileURLToPath } from 'node:url';
import { Child, stopChildren } from '../lib/child.mjs';
import { median, number, print, printTable, progress, spread, Targets } from '../lib/figures.mjs';
import { describeMachine, describeSteal, stopOnSignals } from '../lib/machine.mjs';
import { Server } from '../lib/postgres.mjs';
import { Service } from '../lib/service.mjs';
import { ChargedOrganization } from './charged-organization.mjs';

const SANDBOX = fileURLToPath(new URL('../../dist/tools/sandbox/main.js', import.meta.url));
const setting = (name, fallback) => Number(process.env[name] ?? fallback);

const COLLECTIONS = setting('BENCH_COLLECTIONS', 1000);
const ROUNDS = setting('BENCH_ROUNDS', 3);
const DATABASE = 'collection';
const TARGET = 100;

/** CPU time so far, in microseconds. */
async function cpuOf(worker, sandbox, server) {
  const [ofWorker, ofSandbox] = await Promise.all([worker.call('cpu'), sandbox.call('cpu')]);
  return { worker: ofWorker, sandbox: ofSandbox, postgres: server.cpuMicros() ?? NaN };
}

/** Charges of saved methods against the sandbox, by one worker. Returns the exit code. */
export async function main() {
  describeMachine();
  const server = await Server.start();
  stopOnSignals(server);
  const targets = new Targets();
  try {
    const sandbox = new Child(SANDBOX, { env: { SANDBOX_PORT: '0' } });
    const [, baseUrls] = await sandbox.printed(/PROVIDER_BASE_URLS=(\S+)/);
    await server.createServiceDatabase(DATABASE);
    // Production refuses providers on this machine.
    const settings = { NODE_ENV: 'development', PROVIDER_BASE_URLS: baseUrls };
    const service = await Service.start('all', server.serviceUrl(DATABASE), [], settings);
    const database = await server.connect(DATABASE);
    const organization = await ChargedOrganization.create(service, database);
    const rates = [];
    const cpu = { worker: [], sandbox: [], postgres: [] };
    for (let round = 1; round <= ROUNDS; round++) {
      await organization.prepare(COLLECTIONS);
      const before = await cpuOf(service.process, sandbox, server);
      rates.push(COLLECTIONS / (await organization.collect()));
      const after = await cpuOf(service.process, sandbox, server);
      for (const [name, all] of Object.entries(cpu))
        all.push((after[name] - before[name]) / COLLECTIONS / 1000);
      const figures = Object.entries(cpu).map(([name, all]) => `${name} ${number(all.at(-1), 1)}`);
      progress(`round ${round}: ${number(rates.at(-1))} collections/s, CPU ms each: ${figures.join(', ')}`);
    }
    await database.end();
    const title = `Collections: ${number(COLLECTIONS)} charges, ${ROUNDS} rounds, min / median / max`;
    const header = ['provider', 'collections/s', 'CPU ms each: worker', 'PostgreSQL', 'sandbox'];
    const shown = [cpu.worker, cpu.postgres, cpu.sandbox].map((it) => spread(it, 1));
    printTable(title, header, [['stripe', spread(rates), ...shown]]);
    targets.atLeast('collections per second of one worker', median(rates), TARGET, 0);
  } finally {
    await stopChildren();
    await server.stop();
  }
  const met = targets.report();
  describeSteal();
  print('');
  return met ? 0 : 1;
}
