/** What all lives share: organizations, taxes and metrics, which no life changes. */

export interface MetricTerms {
  code: string;
  aggregation: 'count' | 'sum' | 'max' | 'latest' | 'unique_count' | 'weighted_sum';
  recurring: boolean;
  rounding: { how: 'round' | 'ceil' | 'floor'; places: number } | null;
}

const metric = (
  code: string,
  aggregation: MetricTerms['aggregation'],
  recurring = false,
  rounding: MetricTerms['rounding'] = null,
): MetricTerms => ({ code, aggregation, recurring, rounding });

export const METRICS: readonly MetricTerms[] = [
  metric('requests', 'count'),
  metric('traffic', 'sum'),
  metric('hours', 'sum', false, { how: 'ceil', places: 1 }),
  metric('paid', 'sum'),
  metric('peak', 'max'),
  metric('level', 'latest'),
  metric('users', 'unique_count'),
  metric('storage', 'weighted_sum'),
  metric('seats', 'sum', true),
  metric('licences', 'sum', true, { how: 'floor', places: 0 }),
  metric('members', 'unique_count', true),
  metric('disk', 'weighted_sum', true),
  metric('memory', 'weighted_sum', true, { how: 'round', places: 2 }),
];

/** Rates in percent. */
export const TAXES: readonly { code: string; rate: string }[] = [
  { code: 'vat', rate: '20' },
  { code: 'reduced', rate: '7.7' },
  { code: 'city', rate: '8.875' },
  { code: 'exempt', rate: '0' },
];

export interface OrganizationTerms {
  zone: string;
  /** Code of the tax that applies where neither plan nor customer has one. */
  tax: string | null;
}

export const ORGANIZATIONS: readonly OrganizationTerms[] = [
  { zone: 'UTC', tax: null },
  { zone: 'Europe/Paris', tax: 'vat' },
  { zone: 'America/Santiago', tax: 'city' },
];

export function metricOf(code: string): MetricTerms {
  const found = METRICS.find((it) => it.code === code);
  if (found === undefined) throw new Error(`No metric ${code}`);
  return found;
}
