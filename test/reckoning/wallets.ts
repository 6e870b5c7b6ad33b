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

/** What an invoice has taken from a wallet. */
export interface WalletUse {
  wallet: Wallet;
  cents: number;
  credits: Decimal;
}

/** Takes what is due from the wallets (docs/billing-rules.md#applying-wallets). */
export function takeFromWallets(wallets: readonly Wallet[], due: number, now: Instant): WalletUse[] {
  let left = due;
  const usable = wallets.filter((it) => it.status === 'active' && (it.expiresAt ?? Infinity) > now);
  const uses: WalletUse[] = [];
  for (const wallet of [...usable].sort((a, b) => a.priority - b.priority || a.order - b.order)) {
    const cents = Math.min(left, wallet.cents);
    if (cents > 0) uses.push(take(wallet, cents));
    left -= cents;
  }
  return uses;
}

/** docs/billing-rules.md#wallet-transactions */
function take(wallet: Wallet, cents: number): WalletUse {
  const credits =
    cents === wallet.cents
      ? wallet.credits
      : wallet.credits.times(cents).div(wallet.cents).toDecimalPlaces(5, Decimals.ROUND_DOWN);
  wallet.credits = wallet.credits.minus(credits);
  wallet.cents -= cents;
  wallet.consumed += cents;
  return { wallet, cents, credits };
}

/** docs/billing-rules.md#voiding: a terminated wallet gets nothing back. */
export function giveBack({ wallet, cents, credits }: WalletUse): void {
  if (wallet.status !== 'active') return;
  wallet.credits = wallet.credits.plus(credits);
  wallet.cents += cents;
  wallet.consumed -= cents;
}

export function expire(wallet: Wallet): void {
  wallet.status = 'terminated';
  wallet.credits = ZERO;
  wallet.cents = 0;
}
