import { Decimal as Decimals } from 'decimal.js';
import type { Instant } from './life';
import { Decimal, minorUnits, wholeCents, ZERO } from './numbers';

export interface Wallet {
  priority: number;
  /** Place in the order of creation. */
  order: number;
  expiresAt: Instant | null;
  status: 'active' | 'terminated';
  credits: Decimal;
  cents: number;
  consumed: number;
}

export function newWallet(
  terms: { credits: string; rate: string; priority: number; expiresAt: Instant | null },
  currency: string,
  order: number,
): Wallet {
  const worth = new Decimal(terms.credits).times(terms.rate).times(minorUnits(currency));
  return {
    priority: terms.priority,
    order,
    expiresAt: terms.expiresAt,
    status: 'active',
    credits: new Decimal(terms.credits),
    cents: wholeCents(worth),
    consumed: 0,
  };
}

/** Takes what is due from the wallets, and returns how much (docs/billing-rules.md#applying-wallets). */
export function takeFromWallets(wallets: readonly Wallet[], due: number, now: Instant): number {
  let left = due;
  const usable = wallets.filter((it) => it.status === 'active' && (it.expiresAt ?? Infinity) > now);
  for (const wallet of [...usable].sort((a, b) => a.priority - b.priority || a.order - b.order)) {
    left -= take(wallet, Math.min(left, wallet.cents));
  }
  return due - left;
}

/** docs/billing-rules.md#wallet-transactions */
function take(wallet: Wallet, cents: number): number {
  if (cents === 0) return 0;
  const credits =
    cents === wallet.cents
      ? wallet.credits
      : wallet.credits.times(cents).div(wallet.cents).toDecimalPlaces(5, Decimals.ROUND_DOWN);
  wallet.credits = wallet.credits.minus(credits);
  wallet.cents -= cents;
  wallet.consumed += cents;
  return cents;
}

export function expire(wallet: Wallet): void {
  wallet.status = 'terminated';
  wallet.credits = ZERO;
  wallet.cents = 0;
}
