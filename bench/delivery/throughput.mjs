import { median, number, print, printTable, progress, spread } from '../lib/figures.mjs';
import {
  GRAPHILE_TUNED,
  PG_BOSS,
  graphileContestant,
  pgBossContestant,
  serviceContestant,
  startBareLoop,
} from './contestants.mjs';
import { measureBareLoop, measureSender } from './measure.mjs';
import { settings } from './settings.mjs';

const SERVICE = 'this service';
const BARE = 'bare loop';
/** For comparison with other benchmarks, which sign once and send only the headers of that signature. */
const MINIMAL = 'bare loop, minimal request';
const TUNED = 'graphile-worker, tuned';
/**
 * This contestant gets 1/20 of the deliveries: it runs one job at a time, so all of them would take minutes. The rate
 * does not depend on the number of jobs.
 */
const DEFAULT_SHARE = 20;

/** Measures deliveries per second: every round runs all contestants, one after the other. */
export async function measureThroughput(context) {
  const results = new Map();
  for (let round = 1; round <= settings.rounds; round++) {
    for (const [name, measure] of contestants(context)) {
      const result = await measure();
      progress(`round ${round}: ${name}: ${number(result.perSecond)}/s`);
      results.set(name, [...(results.get(name) ?? []), result]);
    }
  }
  report(results);
  check(results, context.targets);
}

function contestants(context) {
  const sender = (contestant, n) => [contestant.name, () => measureSender(contestant, context, n)];
  return [
    bareLoop(BARE, context, 'full'),
    bareLoop(MINIMAL, context, 'minimal'),
    sender(serviceContestant(SERVICE, context)),
    sender(graphileContestant(TUNED, context, GRAPHILE_TUNED)),
    sender(pgBossContestant('pg-boss, batches', context, PG_BOSS)),
    sender(
      graphileContestant('graphile-worker, default', context, {}),
      Math.ceil(settings.deliveries / DEFAULT_SHARE),
    ),
  ];
}

function bareLoop(name, { receiver, receiverUrl }, request) {
  return [name, () => measureBareLoop(() => startBareLoop(receiverUrl, request), receiver)];
}

function report(results) {
  const rates = (name) => results.get(name).map((it) => it.perSecond);
  const header = ['', 'deliveries/s', 'x bare loop', 'worker CPU µs/delivery', 'PostgreSQL CPU µs/delivery'];
  const rows = [...results].map(([name, runs]) => [
    name,
    spread(rates(name)),
    spread(ratios(results, name, BARE), 2),
    number(median(runs.map((it) => it.worker))),
    runs.some((it) => it.postgres === null) ? '-' : number(median(runs.map((it) => it.postgres))),
  ]);
  printTable(
    `${number(settings.deliveries)} deliveries of about 600 bytes, min / median / max of ${settings.rounds}`,
    header,
    rows,
  );
  print(
    `  This service is ${[...results.keys()]
      .filter((it) => ![SERVICE, BARE].includes(it))
      .map((name) => `${spread(ratios(results, SERVICE, name), 2)} x ${name}`)
      .join('; ')}.`,
  );
}

/** Compares contestants within each round, so that drift of the machine cancels out. */
function ratios(results, name, other) {
  const others = results.get(other);
  return results.get(name).map((it, round) => it.perSecond / others[round].perSecond);
}

function check(results, targets) {
  targets.atLeast(
    'this service / bare loop (median of rounds)',
    median(ratios(results, SERVICE, BARE)),
    0.45,
  );
  targets.atLeast(
    'this service / graphile-worker tuned (median of rounds)',
    median(ratios(results, SERVICE, TUNED)),
    1.7,
  );
}
