import type { TestCharge } from './metered-subscription';

export const PERCENTAGE = {
  rate: '10',
  fixed_amount: '0.5',
  free_units_per_events: '3',
  per_transaction_max_amount: '4',
};

/** Charges whose amounts depend on the order of events. */
const ORDERED: TestCharge[] = [
  ['m_paid', { rate: '10', free_units_per_events: 6, free_units_per_total_aggregation: '2000' }],
  ['m_paid', { rate: '10', fixed_amount: '0.5', free_units_per_total_aggregation: '900' }],
  ['m_sum', { rate: '10', free_units_per_events: 4, free_units_per_total_aggregation: '300' }],
  ['m_users', { rate: '10', fixed_amount: '1', free_units_per_events: 5 }],
  ['m_users', { rate: '10', fixed_amount: '1', free_units_per_total_aggregation: 2 }],
  [
    'm_seats',
    { rate: '10', fixed_amount: '1', per_transaction_min_amount: '1.05', free_units_per_events: 2 },
  ],
].map(([code, properties]) => ({
  metric: {
    code: code as string,
    aggregation_type: ['m_users', 'm_seats'].includes(code as string) ? 'unique_count' : 'sum',
    recurring: code === 'm_seats',
  },
  charge_model: 'percentage',
  properties: properties as object,
}));

/** Charges for metrics of every aggregation type. */
export const CHARGES: TestCharge[] = [
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
  { metric: { code: 'm_days', aggregation_type: 'sum', recurring: true }, prorated: true },
  { metric: { code: 'm_staff', aggregation_type: 'unique_count', recurring: true }, prorated: true },
  ...ORDERED,
];

/** A usage event to report. */
export interface SentUsage {
  code: string;
  at: Date;
  value?: string;
  remove?: boolean;
}

export const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * 3_600_000);

/** Returns pseudo-random events of all metrics; the same seed yields the same events. */
export function mixture(seed: number, from: Date, hours: number, count: number): SentUsage[] {
  let state = seed;
  const next = (max: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % max;
  };
  const codes = [...new Set(CHARGES.map((it) => it.metric.code))];
  return Array.from({ length: count }, () => {
    const code = codes[next(codes.length)] ?? '';
    const isSet = ['m_users', 'm_seats', 'm_staff'].includes(code);
    const sign = next(2) === 0 || code === 'm_paid' ? '' : '-';
    const value = isSet ? `user-${next(6)}` : `${sign}${next(500)}.${next(100)}`;
    const remove = isSet && next(3) === 0;
    return { code, at: hoursAfter(from, next(hours * 100) / 100), value, remove };
  });
}
