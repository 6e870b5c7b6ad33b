/** Why an event is in no charge (docs/billing-rules.md#usage-that-is-not-charged). */
export const NOT_CHARGED_REASONS = ['no_charge', 'late', 'no_billing_period', 'period_not_started'] as const;

/** Description of the field. */
export const NOT_CHARGED_REASON =
  'Why the event is not charged; null if it is. `no_charge`: the plan has no charge for the metric; ' +
  '`late`: the invoice of the billing period was final; `no_billing_period`: the timestamp is before the first ' +
  'billing period or after the last one; `period_not_started`: decided when the billing period starts';

export type NotChargedReason = (typeof NOT_CHARGED_REASONS)[number];

/** Returns the reason for an event in a billing period; null if it is charged. */
export function reasonInPeriod(isCharged: boolean, late: boolean): NotChargedReason | null {
  if (!isCharged) return 'no_charge';
  return late ? 'late' : null;
}

/** Returns the reason for an event outside of all billing periods. */
export function reasonOutsidePeriods(late: boolean): NotChargedReason {
  return late ? 'no_billing_period' : 'period_not_started';
}
