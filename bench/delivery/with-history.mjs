import { median, number, printTable, progress, spread } from '../lib/figures.mjs';
import { serviceContestant } from './contestants.mjs';
import { loadHistory } from './history.mjs';
import { measureOn } from './measure.mjs';
import { measureReads } from './reads.mjs';
import { settings } from './settings.mjs';
import { TEMPLATE } from './template.mjs';

const EMPTY = 'empty tables';
const FULL = 'with old deliveries';
const DATABASES = { [EMPTY]: 'bench_empty', [FULL]: 'bench_full' };
const AT_LEAST = 0.9;

/** Measures how old deliveries affect throughput, alternating with an empty database, and then the reads of the API. */
export async function measureWithHistory(context) {
  if (settings.history === 0) return;
  const { server, template } = context;
  for (const database of Object.values(DATABASES)) await server.createDatabase(database, TEMPLATE);
  const client = await server.connect(DATABASES[FULL]);
  await loadHistory(client, settings.history, template.organizations);
  await client.end();
  await measureRates(context);
  await measureReads(context, DATABASES[FULL]);
  for (const database of Object.values(DATABASES)) await server.dropDatabase(database);
}

async function measureRates(context) {
  const contestant = serviceContestant('this service', context);
  const results = { [EMPTY]: [], [FULL]: [] };
  for (let round = 1; round <= settings.historyRounds; round++) {
    // The first measurement of a round affects the second one, so the order alternates.
    const order = round % 2 === 1 ? [EMPTY, FULL] : [FULL, EMPTY];
    for (const name of order) {
      const result = await measureOn(DATABASES[name], contestant, context);
      results[name].push(result);
      progress(`round ${round}: ${name}: ${number(result.perSecond)}/s`);
    }
  }
  const ratios = results[FULL].map((it, round) => it.perSecond / results[EMPTY][round].perSecond);
  const rows = Object.entries(results).map(([name, runs]) => [
    name,
    spread(runs.map((it) => it.perSecond)),
    name === FULL ? spread(ratios, 2) : '',
    number(median(runs.map((it) => it.worker))),
    runs.some((it) => it.postgres === null) ? '-' : number(median(runs.map((it) => it.postgres))),
  ]);
  const header = ['', 'deliveries/s', 'x empty', 'worker CPU µs/delivery', 'PostgreSQL CPU µs/delivery'];
  printTable(
    `The same with ${number(settings.history)} old deliveries, min / median / max of ${settings.historyRounds}`,
    header,
    rows,
  );
  context.targets.atLeast(
    `with ${number(settings.history)} old deliveries / empty (median of rounds)`,
    median(ratios),
    AT_LEAST,
  );
}
