import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../platform/errors/app-error';
import type { BillableMetric } from '../billable-metrics';
import type { ChargeModels } from './charge-models';

export const INTERVALS = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;

/** How long a billing period of the plan is. */
export type PlanInterval = (typeof INTERVALS)[number];

/** The price of one version of a plan, apart from its charges. */
export interface PlanTerms {
  interval: PlanInterval;
  amountCents: bigint;
  currency: string;
  trialPeriodDays: number;
  payInAdvance: boolean;
}

/** What can change without a new version. */
export interface PlanDescription {
  name: string;
  description: string | null;
  taxCodes: readonly string[];
}

/** The price of a metric's usage. */
export interface ChargeTerms {
  metric: BillableMetric;
  chargeModel: string;
  properties: object;
  invoiceDisplayName: string | null;
  /** Whether units count by the days on which they are held (docs/billing-rules.md#prorated-charges). */
  prorated: boolean;
}

/** A charge of a request, with its metric by id or by code. */
export interface ChargeInput extends Omit<ChargeTerms, 'metric'> {
  metricId: string | undefined;
  metricCode: string | undefined;
}

/** Picks the terms. */
export function planTermsOf(source: PlanTerms): PlanTerms {
  const { interval, amountCents, currency, trialPeriodDays, payInAdvance } = source;
  return { interval, amountCents, currency, trialPeriodDays, payInAdvance };
}

/** Returns what is wrong with charges, before their metrics are looked up. */
export function chargeProblems(models: ChargeModels, charges: readonly ChargeInput[]): FieldError[] {
  return charges.flatMap((charge, index) => [
    ...referenceProblems(charge, `charges.${index}`),
    ...modelProblems(models, charge, `charges.${index}`),
  ]);
}

/** Returns what is wrong with a charge for this metric; `undefined` when the metric does not exist. */
export function metricProblems(
  models: ChargeModels,
  charge: ChargeInput,
  metric: BillableMetric | undefined,
  index: number,
): FieldError[] {
  const at = `charges.${index}`;
  if (metric === undefined) {
    const field = `${at}.billable_metric_${charge.metricId === undefined ? 'code' : 'id'}`;
    return [
      { field, code: 'unknown_billable_metric', message: `${field} does not exist in this organization.` },
    ];
  }
  const problem = (name: string, reason: string | null): FieldError[] => {
    const field = `${at}.${name}`;
    return reason === null ? [] : [{ field, code: 'invalid_value', message: `${field} ${reason}.` }];
  };
  return [
    ...problem('charge_model', models.metricProblem(charge.chargeModel, metric)),
    ...problem('prorated', prorationProblem(models, charge, metric)),
  ];
}

/** Returns why a charge cannot be prorated, as the end of a sentence; null if it can or need not be. */
function prorationProblem(
  models: ChargeModels,
  { prorated, chargeModel }: ChargeInput,
  { recurring, aggregationType }: BillableMetric,
): string | null {
  if (!prorated) return null;
  if (!recurring || !['sum', 'unique_count'].includes(aggregationType)) {
    return 'must be false: only charges of recurring sum and unique_count metrics can be prorated';
  }
  return models.prorates(chargeModel) ? null : `must be false: ${chargeModel} charges cannot be prorated`;
}

/** Whether both have the same price, so that no new version is needed. */
export function isSamePrice(
  before: PlanTerms & { charges: readonly ChargeTerms[] },
  after: PlanTerms & { charges: readonly ChargeTerms[] },
): boolean {
  return isDeepStrictEqual(priceOf(before), priceOf(after));
}

/** Whether both have the same description, so that nothing needs to be written. */
export function isSameDescription(before: PlanDescription, after: PlanDescription): boolean {
  const textOf = ({ name, description, taxCodes }: PlanDescription): unknown[] => [
    name,
    description,
    taxCodes,
  ];
  return isDeepStrictEqual(textOf(before), textOf(after));
}

function priceOf(plan: PlanTerms & { charges: readonly ChargeTerms[] }): object {
  const charges = plan.charges.map(({ metric, chargeModel, properties, invoiceDisplayName, prorated }) => ({
    metricId: metric.id,
    chargeModel,
    properties,
    invoiceDisplayName,
    prorated,
  }));
  return { ...planTermsOf(plan), charges };
}

function referenceProblems({ metricId, metricCode }: ChargeInput, at: string): FieldError[] {
  if ((metricId === undefined) !== (metricCode === undefined)) return [];
  const [field, code] =
    metricId === undefined
      ? [`${at}.billable_metric_code`, 'required']
      : [`${at}.billable_metric_id`, 'invalid_value'];
  return [
    { field, code, message: `${at} needs exactly one of billable_metric_id and billable_metric_code.` },
  ];
}

function modelProblems(
  models: ChargeModels,
  { chargeModel, properties }: ChargeInput,
  charge: string,
): FieldError[] {
  if (!models.has(chargeModel)) {
    const field = `${charge}.charge_model`;
    const message = `${field} must be one of: ${models.names.join(', ')}.`;
    return [{ field, code: 'invalid_value', message }];
  }
  const at = `${charge}.properties`;
  return models.problemsOf(chargeModel, properties).map(({ field, code, message }) => {
    const path = field === '' ? at : `${at}.${field}`;
    return { field: path, code, message: field === '' ? message : message.replace(field, () => path) };
  });
}
