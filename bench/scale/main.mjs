import { fileURLToPath } from 'node:url';
import { Child, stopChildren } from '../lib/child.mjs';
import { median, number, print, printTable, progress, spread } from '../lib/figures.mjs';
import { describeMachine, describeSteal, stopOnSignals } from '../lib/machine.mjs';
import { Server } from '../lib/postgres.mjs';
import { claims } from './claims.mjs';
import { dueWork } from './due-work.mjs';
import { ingestion } from './ingestion.mjs';
import { PROCESSES, ROUNDS } from './settings.mjs';

const PARTS = { ingestion, claims, 'due-work': dueWork };
const RECEIVER = fileURLToPath(new URL('../delivery/receiver.mjs', import.meta.url));

/** Measures every part with every number of processes in each round; returns the exit code. */
export async function main() {
  describeMachine();
  const server = await Server.start();
  stopOnSignals(server);
  try {
    const receiver = new Child(RECEIVER);
    const receiverUrl = `http://127.0.0.1:${await receiver.call('listen')}`;
    const context = { server, receiver, receiverUrl };
    for (const name of chosenParts()) await measurePart(PARTS[name], context);
  } finally {
    await stopChildren();
    await server.stop();
  }
  print('\nAll processes, PostgreSQL, the load and the receiver share the processors of this machine.');
  describeSteal();
  return 0;
}

/** BENCH_PARTS leaves out the others. */
function chosenParts() {
  const wanted = (process.env.BENCH_PARTS ?? Object.keys(PARTS).join(',')).split(',');
  for (const name of wanted)
    if (!(name in PARTS))
      throw new Error(`BENCH_PARTS: ${name} is not one of ${Object.keys(PARTS).join(', ')}`);
  return wanted;
}

async function measurePart(part, context) {
  await part.prepare(context);
  const results = new Map(PROCESSES.map((it) => [it, []]));
  for (let round = 0; round < ROUNDS; round++) {
    // The state of the machine changes during a round, so the order alternates.
    const order = round % 2 === 0 ? PROCESSES : [...PROCESSES].reverse();
    for (const processes of order) {
      const result = await part.measure(context, processes, `${processes}_${round}`);
      results.get(processes).push(result);
      progress(`round ${round + 1}  ${processes} processes: ${number(result.perSecond)} ${part.unit}`);
    }
  }
  report(part, results);
}

function report({ title, unit }, results) {
  const [alone] = results.values();
  const rows = [...results].map(([processes, runs]) => [
    String(processes),
    spread(runs.map((it) => it.perSecond)),
    number(median(runs.map((it, round) => it.perSecond / alone[round].perSecond)), 2),
    number(median(runs.map((it) => it.service)), 1),
    runs.some((it) => it.postgres === null) ? '-' : number(median(runs.map((it) => it.postgres)), 1),
  ]);
  const header = [
    'processes',
    `${unit} (min / median / max)`,
    `x ${PROCESSES[0]}`,
    'CPU us each: service',
    'PostgreSQL',
  ];
  printTable(title, header, rows);
}
