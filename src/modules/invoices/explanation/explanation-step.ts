import type Decimal from 'decimal.js';
import { Money } from '../../../platform/domain/money';
import { chargeKit } from '../../plans';

export const STEP_KINDS = [
  'plan_price',
  'proration',
  'usage',
  'held_units',
  'units_rounding',
  'negative_units',
  'charge',
  'sum',
  'units_times_price',
  'discount',
  'tax',
  'rounding',
  'stored',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** One step of the calculation of an amount. */
export interface ExplanationStep {
  kind: StepKind;
  description: string;
  /** Null if the description says all. */
  calculation: string | null;
  /** Decimal string, in `unit`. */
  result: string;
  /** `units`, or a currency for amounts in its major unit. */
  unit: string;
}

/** Why the steps do not lead from the plan and the usage to the amount. */
export const INCOMPLETE_REASONS = [
  'not_stored',
  'amount_differs',
  'draft_changed',
  'set_by_extension',
  'charge_model_failed',
] as const;
export type IncompleteReason = (typeof INCOMPLETE_REASONS)[number];

/** The steps whose last result is an amount. */
export interface ExplainedAmount {
  steps: ExplanationStep[];
  /** Null if the steps say how the whole amount arises. */
  incompleteReason: IncompleteReason | null;
}

const SENTENCES: Readonly<Record<IncompleteReason, string>> = {
  not_stored: 'the records from which it was calculated are not stored',
  amount_differs: 'the stored records do not lead to it',
  draft_changed: 'the usage of the draft has changed since; repeat the request',
  set_by_extension: 'an extension has set it',
  charge_model_failed: 'the charge model of the fee fails or is not installed',
};

/** Returns the amount alone, with the reason why nothing leads to it. */
export function unexplained(cents: bigint, currency: string, reason: IncompleteReason): ExplainedAmount {
  const description = `The amount as stored: ${SENTENCES[reason]}.`;
  const result = Money.ofCents(cents, currency).toMajor();
  const step = { kind: 'stored', description, calculation: null, result, unit: currency } as const;
  return { steps: [step], incompleteReason: reason };
}

/**
 * Ends the steps with the exact amount rounded to the minor unit; undefined if that is not the expected amount, so that no
 * explanation contradicts an invoice.
 */
export function leadingTo(
  cents: bigint,
  currency: string,
  { steps, exact }: { steps: readonly ExplanationStep[]; exact: string },
): ExplainedAmount | undefined {
  const last = steps.at(-1);
  if (last === undefined || Money.ofMajor(exact, currency).cents !== cents) return undefined;
  const result = Money.ofCents(cents, currency).toMajor();
  if (decimal(exact).equals(result)) {
    return { steps: [...steps.slice(0, -1), { ...last, result }], incompleteReason: null };
  }
  const description = `Rounded half up to the minor unit of ${currency}.`;
  const rounding = { kind: 'rounding', description, calculation: exact, result, unit: currency } as const;
  return { steps: [...steps, rounding], incompleteReason: null };
}

export const decimal = (value: string | number): Decimal => chargeKit.toDecimal(value);
