import Decimal from 'decimal.js';
import { MAX_AMOUNT_CENTS, Money } from '../../platform/domain/money';

/** Digits of a credit after the point. */
export const CREDIT_DECIMALS = 5;

const Exact = Decimal.clone({ precision: 80 });

export const WALLET_STATUSES = ['active', 'terminated'] as const;
export type WalletStatus = (typeof WALLET_STATUSES)[number];

/** What a caller may put into a wallet. */
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

/** Direction and kind follow from what causes a movement. */
export const MOVEMENTS: Record<TransactionSource, { type: TransactionType; status: TransactionStatus }> = {
  paid: { type: 'inbound', status: 'purchased' },
  granted: { type: 'inbound', status: 'granted' },
  invoice: { type: 'outbound', status: 'invoiced' },
  voided_invoice: { type: 'inbound', status: 'granted' },
  termination: { type: 'outbound', status: 'voided' },
  expiration: { type: 'outbound', status: 'voided' },
};

/**
 * What a wallet holds. Cents are the truth, because invoices use whole cents; credits go along in proportion, so
 * that the last cent takes the last credit.
 */
export interface Balance {
  balanceCents: bigint;
  creditsBalance: string;
}

/** An amount on its way in or out; both parts are positive. */
export interface Amount {
  amountCents: bigint;
  credits: string;
}

/** What a movement makes of a wallet. */
export interface WalletTotals extends Balance {
  consumedAmountCents: bigint;
  consumedCredits: string;
}

/**
 * What credits are worth, rounded once, half up, to a whole cent.
 *
 * @throws AmountOutOfRangeError beyond 2^53-1.
 */
export function worthOf(credits: string, rateAmount: string, currency: string): bigint {
  return Money.ofMajor(new Exact(credits).mul(rateAmount).toFixed(), currency).cents;
}

/** A part of what a wallet holds, at most all of it: the credits that go with the cents, floored at 5 decimals. */
export function shareOf(balance: Balance, amountCents: bigint): Amount {
  if (amountCents >= balance.balanceCents) return everythingOf(balance);
  const share = new Exact(balance.creditsBalance)
    .mul(amountCents.toString())
    .div(balance.balanceCents.toString())
    .toDecimalPlaces(CREDIT_DECIMALS, Decimal.ROUND_FLOOR);
  return { amountCents, credits: share.toFixed() };
}

/** All that a wallet holds. */
export function everythingOf(balance: Balance): Amount {
  return { amountCents: balance.balanceCents, credits: balance.creditsBalance };
}

/**
 * The totals after a movement.
 *
 * @throws RangeError when the wallet does not hold that much: the caller has not asked it under the lock.
 */
export function totalsAfter(totals: WalletTotals, source: TransactionSource, amount: Amount): WalletTotals {
  const isInbound = MOVEMENTS[source].type === 'inbound';
  const held = add(totals.balanceCents, totals.creditsBalance, amount, isInbound);
  if (held.amountCents < 0n || held.credits.startsWith('-')) throw new RangeError('The wallet holds less');
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

/** True when the interface could still show the balance after `amountCents` more. */
export function hasRoomFor(balance: Balance, amountCents: bigint): boolean {
  return balance.balanceCents + amountCents <= MAX_AMOUNT_CENTS;
}

/** True from the instant of expiration on, whether or not the job has been there. */
export function isExpired(wallet: { expirationAt: Date | null }, now: Date): boolean {
  return wallet.expirationAt !== null && wallet.expirationAt <= now;
}

/** Wallets in the order in which invoices use them: by lower priority, then oldest. */
export function inOrderOfUse<W extends { priority: number; createdAt: Date; id: string }>(
  wallets: readonly W[],
): W[] {
  return [...wallets].sort(
    (a, b) =>
      a.priority - b.priority || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
  );
}
