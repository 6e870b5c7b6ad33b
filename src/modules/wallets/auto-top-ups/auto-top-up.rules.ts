import Decimal from 'decimal.js';
import { addMonths, formatDate, localDayOf, parseDate, startOfLocalDay } from '../../../platform/calendar';

/** When a wallet buys credits by itself. */
export interface AutoTopUp {
  /** Credits; a balance below them begins a top-up. */
  below: string;
  /** Credits that a top-up buys. */
  credits: string;
  /** Top-ups of a calendar month. */
  maxPerMonth: number;
}

/** The columns of a wallet that hold its rule; all are null without one. */
export interface AutoTopUpColumns {
  autoTopUpBelow: string | null;
  autoTopUpCredits: string | null;
  autoTopUpMaxPerMonth: number | null;
}

/** A calendar month, from `start` until `end` (exclusive). */
export interface Month {
  start: Date;
  end: Date;
}

/** What a wallet that looks for credits does. */
export type AutoTopUpStep = { kind: 'buy' } | { kind: 'rest'; until: Date | null };

/** Returns the rule of a wallet; null without one. */
export function autoTopUpOf(wallet: AutoTopUpColumns): AutoTopUp | null {
  const { autoTopUpBelow, autoTopUpCredits, autoTopUpMaxPerMonth } = wallet;
  if (autoTopUpBelow === null || autoTopUpCredits === null || autoTopUpMaxPerMonth === null) return null;
  return { below: autoTopUpBelow, credits: autoTopUpCredits, maxPerMonth: autoTopUpMaxPerMonth };
}

/** Returns the columns that hold a rule. */
export function columnsOf(rule: AutoTopUp | null): AutoTopUpColumns {
  return {
    autoTopUpBelow: rule?.below ?? null,
    autoTopUpCredits: rule?.credits ?? null,
    autoTopUpMaxPerMonth: rule?.maxPerMonth ?? null,
  };
}

/** Returns when a wallet is to be looked at after a change: at once while its balance is too low, else never. */
export function autoTopUpDueAt(
  wallet: AutoTopUpColumns & { creditsBalance: string },
  now: Date,
): Date | null {
  const { autoTopUpBelow: below, creditsBalance } = wallet;
  return below !== null && new Decimal(creditsBalance).lt(below) ? now : null;
}

/** Returns the calendar month of an instant in a time zone. */
export function monthAt(at: Date, timezone: string): Month {
  const first = parseDate(`${formatDate(localDayOf(at, timezone)).slice(0, 7)}-01`);
  return { start: startOfLocalDay(first, timezone), end: startOfLocalDay(addMonths(first, 1), timezone) };
}

/**
 * Returns what a wallet does: it buys nothing while a top-up is open, and rests until the next month when this one has had
 * its top-ups. One whose invoice was voided counts as well, so voiding begins no loop (docs/billing-rules.md#automatic-top-ups).
 *
 * @param begun automatic top-ups of the month, whatever became of them
 */
export function nextStep(rule: AutoTopUp, hasOpen: boolean, begun: number, month: Month): AutoTopUpStep {
  if (hasOpen) return { kind: 'rest', until: null };
  return begun < rule.maxPerMonth ? { kind: 'buy' } : { kind: 'rest', until: month.end };
}
