import type { FieldError } from '../../platform/errors/app-error';

export const CAMPAIGN_STATUSES = ['active', 'inactive'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The overdue amount at which a campaign requests payment. */
export interface Threshold {
  currency: string;
  amountCents: number;
}

/** Validates thresholds: at least one is required, and at most one per currency. */
export function thresholdErrors(thresholds: readonly { currency: string }[]): FieldError[] {
  if (thresholds.length === 0) {
    return [{ field: 'thresholds', code: 'too_short', message: 'thresholds must have at least 1 entry.' }];
  }
  return thresholds.flatMap(({ currency }, index) => {
    const field = `thresholds.${index}.currency`;
    const isFirst = thresholds.findIndex((it) => it.currency === currency) === index;
    const message = `${field} must not repeat the currency of another threshold.`;
    return isFirst ? [] : [{ field, code: 'invalid_value', message }];
  });
}

/**
 * Returns the campaign that applies to a customer: the assigned one, or else the organization's default; null for none.
 * If the assigned one is inactive, none applies, so that dunning can be switched off for a customer.
 */
export function campaignThatApplies<C extends { status: CampaignStatus }>(
  own: C | null,
  ofOrganization: C | null,
): C | null {
  const campaign = own ?? ofOrganization;
  return campaign?.status === 'active' ? campaign : null;
}

/** Whether a campaign acts on an overdue amount. It ignores currencies without a threshold. */
export function reachesThreshold(
  campaign: { thresholds: readonly Threshold[] },
  currency: string,
  overdueCents: bigint,
): boolean {
  const threshold = campaign.thresholds.find((it) => it.currency === currency);
  return threshold !== undefined && overdueCents > 0n && overdueCents >= BigInt(threshold.amountCents);
}
