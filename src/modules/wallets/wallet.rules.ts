import Decimal from 'decimal.js';
import { MAX_AMOUNT_CENTS, Money } from '../../platform/domain/money';

/** Maximum number of decimals of a credit balance or amount. */
export const CREDIT_DECIMALS = 5;

const Exact = Decimal.clone({ precision: 80 });

export const WALLET_STATUSES = ['active', 'terminated'] as const;
export type WalletStatus = (typeof WALLET_STATUSES)[number];

export const TOP_UP_SOURCES = ['paid', 'granted'] as const;
export type TopUpSource = (typeof TOP_UP_SOURCES)[number];

export const TRANSACTION_TYPES = ['inbound', 'outbound'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const TRANSACTION_STATUSES = ['purchased', 'granted', 'invoiced', 'voided'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export const TRANSACTION_SOURCES = [
  ...TOP_UP_SOURCES,
  'invoice',
  'voided_invoice',
  'termination',
  'expiration',
] as const;
export type TransactionSource = (typeof TRANSACTION_SOURCES)[number];

/** Direction and status of a transaction, by source. */
export const MOVEMENTS: Record<TransactionSource, { type: TransactionType; status: TransactionStatus }> = {
  paid: { type: 'inbound', status: 'purchased' },
  granted: { type: 'inbound', status: 'granted' },
  invoice: { type: 'outbound', status: 'invoiced' },
  voided_invoice: { type: 'inbound', status: 'granted' },
  termination: { type: 'outbound', status: 'voided' },
  expiration: { type: 'outbound', status: 'voided' },
};

/**
 * The balance of a wallet. Cents are authoritative, because invoices use whole cents. Credits are removed in
 * proportion to cents; the last cent takes all remaining credits.
 */
export interface Balance {
  balanceCents: bigint;
  creditsBalance: string;
}

/** An amount to add or remove, as a positive number. The credits of a small amount may round to 0. */
export interface Amount {
  amountCents: bigint;
  credits: string;
}

/** The balance of a wallet, and what invoices have consumed. */
export interface WalletTotals extends Balance {
  consumedAmountCents: bigint;
  consumedCredits: string;
}

/**
 * Returns the value of credits, rounded once, half up, to a whole cent.
 *
 * @throws AmountOutOfRangeError above 2^53-1.
 */
export function worthOf(credits: string, rateAmount: string, currency: string): bigint {
  return Money.ofMajor(new Exact(credits).mul(rateAmount).toFixed(), currency).cents;
}

/**
 * Returns the part of a balance that covers `amountCents`, at most the whole balance. Its share of the
 * credits is rounded down to 5 decimals.
 */
export function shareOf(balance: Balance, amountCents: bigint): Amount {
  if (amountCents >= balance.balanceCents) return everythingOf(balance);
  const share = new Exact(balance.creditsBalance)
    .mul(amountCents.toString())
    .div(balance.balanceCents.toString())
    .toDecimalPlaces(CREDIT_DECIMALS, Decimal.ROUND_FLOOR);
  return { amountCents, credits: share.toFixed() };
}

export function everythingOf(balance: Balance): Amount {
  return { amountCents: balance.balanceCents, credits: balance.creditsBalance };
}

/** Callers hold the wallet's lock and have checked the balance. @throws RangeError if the balance is too low. */
export function totalsAfter(totals: WalletTotals, source: TransactionSource, amount: Amount): WalletTotals {
  const isInbound = MOVEMENTS[source].type === 'inbound';
  const held = add(totals.balanceCents, totals.creditsBalance, amount, isInbound);
  if (held.amountCents < 0n || held.credits.startsWith('-')) throw new RangeError('The balance is too low');
  const isUse = source === 'invoice' || source === 'voided_invoice';
  const { consumedAmountCents, consumedCredits } = totals;
  const consumed = isUse
    ? add(consumedAmountCents, consumedCredits, amount, !isInbound)
    : { amountCents: consumedAmountCents, credits: consumedCredits };
  return {
    balanceCents: held.amountCents,
    creditsBalance: held.credits,
    consumedAmountCents: consumed.amountCents,
    consumedCredits: consumed.credits,
  };
}

function add(cents: bigint, credits: string, amount: Amount, isIncrease: boolean): Amount {
  const before = new Exact(credits);
  return isIncrease
    ? { amountCents: cents + amount.amountCents, credits: before.plus(amount.credits).toFixed() }
    : { amountCents: cents - amount.amountCents, credits: before.minus(amount.credits).toFixed() };
}

/** Returns whether the balance stays within 2^53-1 after adding `amountCents`. */
export function canHold(balance: Balance, amountCents: bigint): boolean {
  return balance.balanceCents + amountCents <= MAX_AMOUNT_CENTS;
}

/** Returns whether the wallet has expired, even if the job has not terminated it yet. */
export function isExpired(wallet: { expirationAt: Date | null }, now: Date): boolean {
  return wallet.expirationAt !== null && wallet.expirationAt <= now;
}

/** Returns wallets in the order in which invoices use them: lowest priority first, then oldest. */
export function inOrderOfUse<W extends { priority: number; createdAt: Date; id: string }>(
  wallets: readonly W[],
): W[] {
  return [...wallets].sort(
    (a, b) =>
      a.priority - b.priority || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
  );
}
