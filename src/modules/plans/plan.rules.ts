import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../platform/errors/app-error';
import { createOrLookUp, unknownRecord } from '../../platform/errors/unknown-record';
import type { BillableMetric } from '../billable-metrics';
import type { ChargeModels } from './charge-models';

export const INTERVALS = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;

export type PlanInterval = (typeof INTERVALS)[number];

/** The fields of a plan version that determine its price, apart from the charges. */
export interface PlanTerms {
  interval: PlanInterval;
  amountCents: bigint;
  currency: string;
  trialPeriodDays: number;
  payInAdvance: boolean;
}

/** The fields of a plan that change in place, without a new version. */
export interface Described {
  name: string;
  description: string | null;
  taxCodes: readonly string[];
}

export interface ChargeTerms {
  metric: BillableMetric;
  /** Name of the charge model. */
  chargeModel: string;
  properties: object;
  invoiceDisplayName: string | null;
  /** Whether units count by the days on which they are held (docs/billing-rules.md#prorated-charges). */
  prorated: boolean;
}

/** A charge as requested. It references its metric by ID or code; exactly one of them is set. */
export interface ChargeInput extends Omit<ChargeTerms, 'metric'> {
  metricId: string | undefined;
  metricCode: string | undefined;
}

/** Drops all other fields of `source`. */
export function planTermsOf(source: PlanTerms): PlanTerms {
  const { interval, amountCents, currency, trialPeriodDays, payInAdvance } = source;
  return { interval, amountCents, currency, trialPeriodDays, payInAdvance };
}

/** Validates charges as far as possible without looking up their metrics. */
export function chargeProblems(models: ChargeModels, charges: readonly ChargeInput[]): FieldError[] {
  return charges.flatMap((charge, index) => [
    ...referenceProblems(charge, `charges.${index}`),
    ...(models.has(charge.chargeModel)
      ? propertyProblems(models, charge, `charges.${index}.properties`)
      : [unknownModel(models, `charges.${index}.charge_model`)]),
  ]);
}

function unknownModel({ names }: ChargeModels, field: string): FieldError {
  return { field, code: 'invalid_value', message: `${field} must be one of: ${names.join(', ')}.` };
}

/**
 * Validates the metric of a charge.
 *
 * @param metric undefined if it does not exist
 */
export function metricProblems(
  models: ChargeModels,
  charge: ChargeInput,
  metric: BillableMetric | undefined,
  index: number,
): FieldError[] {
  const at = `charges.${index}`;
  if (metric === undefined) {
    const key = charge.metricId === undefined ? 'code' : 'ID';
    const field = `${at}.billable_metric_${key.toLowerCase()}`;
    return [
      unknownRecord(field, 'billable metric', createOrLookUp('billable metric', '/v1/billable_metrics', key)),
    ];
  }
  const proration = prorationProblems(models, charge, metric, `${at}.prorated`);
  const reason = models.of(charge.chargeModel).metricProblem(metric);
  if (reason === null) return proration;
  const field = `${at}.charge_model`;
  const message = `${field} must not be ${charge.chargeModel} ${reason}.`;
  return [{ field, code: 'invalid_value', message }, ...proration];
}

function prorationProblems(
  models: ChargeModels,
  { prorated, chargeModel }: ChargeInput,
  { recurring, aggregationType }: BillableMetric,
  field: string,
): FieldError[] {
  if (!prorated) return [];
  const problem = (reason: string): FieldError[] => [
    { field, code: 'invalid_value', message: `${field} must be false ${reason}.` },
  ];
  if (!recurring || !['sum', 'unique_count'].includes(aggregationType)) {
    return problem('unless the metric is a recurring sum or unique_count');
  }
  if (models.of(chargeModel).prorates) return [];
  const others = models.prorated.join(', ').replace(/, (?=\w+$)/, ' or ');
  return problem(`for the charge model ${chargeModel}; use ${others}`);
}

/** Returns whether the prices are equal; an update then creates no new version. */
export function isSamePrice(
  before: PlanTerms & { charges: readonly ChargeTerms[] },
  after: PlanTerms & { charges: readonly ChargeTerms[] },
): boolean {
  return isDeepStrictEqual(priceOf(before), priceOf(after));
}

/** Returns whether name, description and taxes are equal; no update is needed then. */
export function isSameDescription(before: Described, after: Described): boolean {
  const textOf = ({ name, description, taxCodes }: Described): unknown[] => [name, description, taxCodes];
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
    { field, code, message: `${at} must have exactly one of billable_metric_id and billable_metric_code.` },
  ];
}

function propertyProblems(
  models: ChargeModels,
  { chargeModel, properties }: ChargeInput,
  at: string,
): FieldError[] {
  return models
    .of(chargeModel)
    .propertyProblems(properties)
    .map(({ field, code, message }) => {
      const path = field === '' ? at : `${at}.${field}`;
      return { field: path, code, message: field === '' ? message : message.replace(field, () => path) };
    });
}
