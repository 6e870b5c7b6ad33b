import type { UsageEvent } from '@billing-service/sdk';

/** Why an event is not charged, by the codes of the API. */
export const REASONS: readonly (readonly [string, string])[] = [
  ['no_charge', 'no charge in the plan'],
  ['late', 'late'],
  ['no_billing_period', 'outside the subscription'],
  ['period_not_started', 'period has not started'],
];

export const EXPLANATIONS: Partial<Record<string, string>> = {
  no_charge: 'The plan has no charge for this metric.',
  late: 'The event arrived after the invoice of its billing period was final.',
  no_billing_period:
    'The event is before the first billing period of the subscription or after the last one.',
  period_not_started:
    'The event is in a billing period that has not started. The plan then in force decides whether it is charged.',
};

export function reasonOf({ not_charged_reason: reason }: UsageEvent): string {
  return REASONS.find(([code]) => code === reason)?.[1] ?? reason ?? 'not charged';
}
