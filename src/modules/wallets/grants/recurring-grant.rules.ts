import Decimal from 'decimal.js';
import { plusLocalDays, plusLocalMonths } from '../../../platform/calendar';

export const GRANT_INTERVALS = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type GrantInterval = (typeof GRANT_INTERVALS)[number];

/** Credits that a wallet gets in every period. */
export interface GrantTerms {
  interval: GrantInterval;
  /** Credits of a period; null with a target. */
  credits: string | null;
  /** The balance to which a period fills the wallet up; null with credits. */
  targetCredits: string | null;
  /** RFC 3339; null: none. No period begins then or later. */
  endsAt: string | null;
}

/** A recurring grant of a wallet, as stored. */
export interface RecurringGrant extends GrantTerms {
  id: string;
  /** RFC 3339: when the first period begins. */
  startsAt: string;
  /** Periods that have begun. */
  periods: number;
  /** RFC 3339: when the next period begins; null after the end. */
  nextAt: string | null;
}

/** What a request says of a grant. */
export interface GrantInput extends GrantTerms {
  /** RFC 3339; null: at once. */
  startsAt: string | null;
}

const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 };

/**
 * Returns when a period begins, at the local time of the first one; counted from that one, so that the 31st does not become
 * the 28th for good (docs/billing-rules.md#recurring-grants).
 *
 * @param period from 0
 */
export function periodStart(grant: RecurringGrant, period: number, timezone: string): Date {
  const { interval, startsAt } = grant;
  const first = new Date(startsAt);
  if (interval === 'weekly') return plusLocalDays(first, 7 * period, timezone);
  return plusLocalMonths(first, MONTHS[interval] * period, timezone);
}

/** Returns a grant after its next period has begun. */
export function afterPeriod(grant: RecurringGrant, timezone: string): RecurringGrant {
  const periods = grant.periods + 1;
  const next = periodStart(grant, periods, timezone);
  return { ...grant, periods, nextAt: endedBy(grant, next) ? null : next.toISOString() };
}

/** Returns the credits of a period, to a balance of so many credits; null for none. */
export function creditsOf(grant: GrantTerms, creditsBalance: string): string | null {
  if (grant.targetCredits === null) return grant.credits;
  const missing = new Decimal(grant.targetCredits).minus(creditsBalance);
  return missing.gt(0) ? missing.toFixed() : null;
}

/** Returns the grant whose period is due the longest; null when none is. */
export function dueGrant(grants: readonly RecurringGrant[], now: Date): RecurringGrant | null {
  const at = nextGrantAt(grants);
  if (at === null || at > now) return null;
  return grants.find((it) => it.nextAt === at.toISOString()) ?? null;
}

/** Returns when the next period of any grant begins; null when none does. */
export function nextGrantAt(grants: readonly RecurringGrant[]): Date | null {
  const [first] = grants.flatMap((it) => it.nextAt ?? []).sort();
  return first === undefined ? null : new Date(first);
}

/** Returns the stored grant that an input repeats: it goes on, and no period is granted a second time. */
export function sameGrant(grants: readonly RecurringGrant[], input: GrantInput): RecurringGrant | undefined {
  return grants.find(
    (it) =>
      it.interval === input.interval &&
      it.credits === input.credits &&
      it.targetCredits === input.targetCredits &&
      it.endsAt === input.endsAt &&
      (input.startsAt === null || it.startsAt === input.startsAt),
  );
}

/** Returns a grant that begins. */
export function newGrant(input: GrantInput, id: string, now: Date): RecurringGrant {
  const startsAt = input.startsAt ?? now.toISOString();
  const { interval, credits, targetCredits, endsAt } = input;
  const nextAt = endedBy(input, new Date(startsAt)) ? null : startsAt;
  return { id, interval, credits, targetCredits, startsAt, endsAt, periods: 0, nextAt };
}

function endedBy({ endsAt }: GrantTerms, at: Date): boolean {
  return endsAt !== null && at >= new Date(endsAt);
}
