import { median, number, printTable, progress, spread } from '../lib/figures.mjs';
import { serviceContestant } from './contestants.mjs';
import { measureSender } from './measure.mjs';
import { insertServiceDeliveries } from './service-load.mjs';
import { settings } from './settings.mjs';

const WITHOUT = 'without it';
const WITH = 'with it';
const AT_LEAST = 0.6;
/** Number of deliveries to other endpoints per delivery to the slow endpoint, which therefore gets one in ten. */
const OTHERS = 9;

/**
 * Measures how much an endpoint that takes a second delays the others. The slow endpoint gets one delivery in ten, and
 * its deliveries are queued first. The measurement ends when all deliveries to the other endpoints are recorded. The
 * limit per endpoint allows ten per second to the slow endpoint, so most of its deliveries are still queued then.
 */
export async function measureWithSlowEndpoint(context) {
  const n = Math.ceil((settings.deliveries * OTHERS) / (OTHERS + 1));
  const contestants = { [WITHOUT]: serviceContestant(WITHOUT, context), [WITH]: withSlowEndpoint(context) };
  const results = { [WITHOUT]: [], [WITH]: [] };
  for (let round = 1; round <= settings.rounds; round++) {
    const order = round % 2 === 1 ? [WITHOUT, WITH] : [WITH, WITHOUT];
    for (const name of order) {
      const result = await measureSender(contestants[name], context, n);
      results[name].push(result);
      progress(`round ${round}: slow endpoint, ${name}: ${number(result.perSecond)}/s`);
    }
  }
  report(n, results, context.targets);
}

function withSlowEndpoint(context) {
  const { slow } = context.template;
  const [endpointId] = slow.endpointIds;
  const base = serviceContestant(WITH, context);
  return {
    ...base,
    insert: async (client, n) => {
      await insertServiceDeliveries(client, Math.ceil(n / OTHERS), [slow]);
      await base.insert(client, n);
    },
    pending: `SELECT EXISTS (SELECT FROM webhook_queue
                              WHERE stage <> 'failed' AND webhook_endpoint_id <> '${endpointId}') AS pending`,
    attempts: `SELECT count(*)::int AS attempts
                 FROM webhook_attempts AS attempt
                 JOIN webhook_deliveries AS delivery
                   ON delivery.organization_id = attempt.organization_id AND delivery.id = attempt.delivery_id
                WHERE delivery.webhook_endpoint_id <> '${endpointId}'`,
  };
}

function report(n, results, targets) {
  const ratios = results[WITH].map((it, round) => it.perSecond / results[WITHOUT][round].perSecond);
  const rows = Object.entries(results).map(([name, runs]) => [
    name,
    spread(runs.map((it) => it.perSecond)),
    name === WITH ? spread(ratios, 2) : '',
  ]);
  printTable(
    `${number(n)} deliveries with and without ${number(Math.ceil(n / OTHERS))} before them to an endpoint that takes 1 s, min / median / max of ${settings.rounds}`,
    ['', 'deliveries/s', 'x without it'],
    rows,
  );
  targets.atLeast(
    'one in ten to an endpoint of 1 s / without it (median of rounds)',
    median(ratios),
    AT_LEAST,
  );
}
