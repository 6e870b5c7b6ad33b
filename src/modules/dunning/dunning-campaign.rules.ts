import type { FieldError } from '../../platform/errors/app-error';

export const CAMPAIGN_STATUSES = ['active', 'inactive'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** From this overdue sum on, a customer is asked for payment. */
export interface Threshold {
  currency: string;
  amountCents: number;
}

/** What is wrong with a campaign's thresholds: it needs one, and one per currency at most. */
export function thresholdErrors(thresholds: readonly { currency: string }[]): FieldError[] {
  if (thresholds.length === 0) {
    return [{ field: 'thresholds', code: 'too_short', message: 'thresholds must have at least 1 entry.' }];
  }
  return thresholds.flatMap(({ currency }, index) => {
    const field = `thresholds.${index}.currency`;
    const isFirst = thresholds.findIndex((it) => it.currency === currency) === index;
    const message = `${field} must not be the currency of another threshold.`;
    return isFirst ? [] : [{ field, code: 'invalid_value', message }];
  });
}

/**
 * The campaign by which a customer is dunned: its own, else the organization's; null for none. An inactive one
 * of its own keeps the organization's away, so that a customer can be left alone.
 */
export function campaignThatApplies<C extends { status: CampaignStatus }>(
  own: C | null,
  ofOrganization: C | null,
): C | null {
  const campaign = own ?? ofOrganization;
  return campaign?.status === 'active' ? campaign : null;
}

/** Whether an overdue sum is one that the campaign acts on; never in a currency without a threshold. */
export function reachesThreshold(
  campaign: { thresholds: readonly Threshold[] },
  currency: string,
  overdueCents: bigint,
): boolean {
  const threshold = campaign.thresholds.find((it) => it.currency === currency);
  return threshold !== undefined && overdueCents > 0n && overdueCents >= BigInt(threshold.amountCents);
}
