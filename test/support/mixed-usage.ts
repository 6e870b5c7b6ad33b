import { randomUUID } from 'node:crypto';
import type { Metered, TestCharge } from './metered-subscription';
import type { TestOrganization } from './test-app';
import { bodyOf, type EventBatchBody } from './wire';

const PERCENTAGE = {
  rate: '10',
  fixed_amount: '0.5',
  free_units_per_events: '3',
  per_transaction_max_amount: '4',
};

/** The first event that takes the total above 300 is charged in part, and later ones whole. */
const ABOVE_TOTAL = { rate: '10', fixed_amount: '0.5', free_units_per_total_aggregation: '300' };

const ON_SEATS = {
  rate: '100',
  free_units_per_total_aggregation: '2',
  per_transaction_min_amount: '0.01',
};

/** Charges on metrics of every aggregation type. */
export const MIXED_CHARGES: TestCharge[] = [
  { metric: { code: 'm_count', aggregation_type: 'count' } },
  { metric: { code: 'm_sum', aggregation_type: 'sum' } },
  { metric: { code: 'm_sum_level', aggregation_type: 'sum', recurring: true } },
  { metric: { code: 'm_max', aggregation_type: 'max' } },
  { metric: { code: 'm_latest', aggregation_type: 'latest' } },
  { metric: { code: 'm_users', aggregation_type: 'unique_count' } },
  { metric: { code: 'm_seats', aggregation_type: 'unique_count', recurring: true } },
  {
    metric: {
      code: 'm_weighted',
      aggregation_type: 'weighted_sum',
      recurring: true,
      rounding_function: 'round',
      rounding_precision: 6,
    },
  },
  { metric: { code: 'm_sum', aggregation_type: 'sum' }, charge_model: 'percentage', properties: PERCENTAGE },
  {
    metric: { code: 'm_count', aggregation_type: 'count' },
    charge_model: 'percentage',
    properties: PERCENTAGE,
  },
  { metric: { code: 'm_sum', aggregation_type: 'sum' }, charge_model: 'percentage', properties: ABOVE_TOTAL },
  {
    metric: { code: 'm_seats', aggregation_type: 'unique_count', recurring: true },
    charge_model: 'percentage',
    properties: ON_SEATS,
  },
];

/** A usage event as a test sends it. */
export interface SentEvent {
  code: string;
  at: Date;
  value?: string;
  remove?: boolean;
}

/** Sends events of one subscription in one batch and requires that all are accepted. */
export async function sendEvents(
  organization: TestOrganization,
  metered: Metered,
  events: readonly SentEvent[],
): Promise<void> {
  const body = events.map(({ code, at, value, remove }) => ({
    transaction_id: randomUUID(),
    code,
    timestamp: at.toISOString(),
    external_subscription_id: metered.externalId,
    properties: {
      ...(value === undefined ? {} : { value }),
      ...(remove === true ? { operation_type: 'remove' } : {}),
    },
  }));
  const response = await bodyOf<EventBatchBody>(organization.post('/v1/events/batch', { events: body }), 201);
  expect(response.ingested).toBe(events.length);
}

export function hoursAfter(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * 3_600_000);
}

/** Returns events of all metrics, the same for the same seed. */
export function mixture(seed: number, from: Date, hours: number, count: number): SentEvent[] {
  let state = seed;
  const next = (max: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % max;
  };
  const codes = [...new Set(MIXED_CHARGES.map((it) => it.metric.code))];
  return Array.from({ length: count }, () => {
    const code = codes[next(codes.length)] ?? '';
    const isSet = code === 'm_users' || code === 'm_seats';
    const value = isSet ? `user-${next(6)}` : `${next(2) === 0 ? '' : '-'}${next(500)}.${next(100)}`;
    const remove = isSet && next(3) === 0;
    return { code, at: hoursAfter(from, next(hours * 100) / 100), value, remove };
  });
}
