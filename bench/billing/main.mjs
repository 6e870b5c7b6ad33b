import { stopChildren } from '../lib/child.mjs';
import { number, printTable, progress, spread, Targets, median, print } from '../lib/figures.mjs';
import { describeMachine, describeSteal, stopOnSignals } from '../lib/machine.mjs';
import { Server } from '../lib/postgres.mjs';
import { BilledOrganization } from './billed-organization.mjs';

const setting = (name, fallback) => Number(process.env[name] ?? fallback);

const SUBSCRIPTIONS = setting('BENCH_SUBSCRIPTIONS', 1000);
const ROUNDS = setting('BENCH_ROUNDS', 3);
/** Number of usage events in the tables at the end of the last round. Each round adds an equal share. */
const HISTORIES = [setting('BENCH_EVENTS_SMALL', 1_000_000), setting('BENCH_EVENTS_LARGE', 5_000_000)];
const TARGET = 1.2;

/** Measures the invoice run with a small and a large event history, month by month. Returns the exit code. */
export async function main() {
  describeMachine();
  const server = await Server.start();
  stopOnSignals(server);
  const targets = new Targets();
  const contestants = [];
  try {
    for (const events of HISTORIES) {
      progress(`${number(SUBSCRIPTIONS)} subscriptions with 5 charges, ${number(events)} events`);
      const organization = await BilledOrganization.create(server, `events_${events}`, SUBSCRIPTIONS);
      contestants.push({ events, organization, seconds: [] });
    }
    for (let round = 1; round <= ROUNDS; round++) {
      for (const it of contestants) {
        await it.organization.addUsage(Math.floor(it.events / ROUNDS), round);
        await it.organization.vacuum();
      }
      for (const it of contestants) {
        const { seconds } = await it.organization.bill(round);
        it.seconds.push(seconds);
        progress(
          `month ${round}: ${number(it.organization.eventCount)} events, invoice run took ${seconds.toFixed(1)} s`,
        );
      }
    }
  } finally {
    await Promise.allSettled(contestants.map((it) => it.organization.stop()));
    await stopChildren();
    await server.stop();
  }
  report(contestants, targets);
  const met = targets.report();
  describeSteal();
  print('');
  return met ? 0 : 1;
}

function report([small, large], targets) {
  printTable(
    `Invoice run: ${number(SUBSCRIPTIONS)} subscriptions x 5 charges, ${ROUNDS} months, min / median / max`,
    ['usage events', 'seconds', 'invoices/s'],
    [small, large].map(({ events, seconds }) => [
      number(events),
      spread(seconds, 2),
      spread(
        seconds.map((it) => SUBSCRIPTIONS / it),
        0,
      ),
    ]),
  );
  const ratios = large.seconds.map((it, round) => it / small.seconds[round]);
  print(`\n  ${number(large.events)} / ${number(small.events)} events, month by month: ${spread(ratios, 2)}`);
  targets.under(
    `invoice run at ${number(large.events)} / at ${number(small.events)} events`,
    median(ratios),
    TARGET,
    'x',
  );
}
