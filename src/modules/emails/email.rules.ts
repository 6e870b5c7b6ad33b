import { domainToASCII } from 'node:url';
import { retryDelayMs } from '../../platform/jobs/retry-delay';

/** What an e-mail is about. */
export const EMAIL_KINDS = ['invoice', 'receipt', 'credit_note', 'payment_request'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** `pending` is the only state that another follows. */
export const EMAIL_STATES = ['pending', 'sent', 'bounced', 'failed', 'canceled'] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LONGEST_DELAY_MS = HOUR_MS;
/** How long an e-mail is attempted after it was queued. */
const LIFETIME_MS = 72 * HOUR_MS;
/** Longer than rendering documents and the longest deadline of the mail server together. */
const LEASE_MS = 5 * MINUTE_MS;
const MAX_ERROR_LENGTH = 500;

/** Returns until when an attempt that begins now may take: after that, another process may begin the next one. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** Whether the time for attempts is over. */
export const isTooOld = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= LIFETIME_MS;

/** What follows a failed attempt (docs/concepts.md#e-mail). */
export type AfterFailure = { state: 'pending'; dueAt: Date } | { state: 'bounced' | 'failed' };

/**
 * Returns what follows a failed attempt: the next one after a minute, doubling up to an hour, unless the failure is
 * permanent or the next one would come too late.
 */
export function afterFailure(
  { attempts, createdAt }: { attempts: number; createdAt: Date },
  isPermanent: boolean,
  now: Date,
  random: () => number = Math.random,
): AfterFailure {
  if (isPermanent) return { state: 'bounced' };
  const dueAt = new Date(now.getTime() + Math.min(LONGEST_DELAY_MS, retryDelayMs(attempts, random)));
  return isTooOld(createdAt, dueAt) ? { state: 'failed' } : { state: 'pending', dueAt };
}

/** Returns the text of an error as it is stored. */
export const storedError = (text: string): string =>
  text
    .replace(/[\p{Cc}\uFFFD\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_ERROR_LENGTH);

/** Returns an address as mail servers take it, with an internationalized domain in ASCII. */
export function envelopeAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

/** Returns the Message-ID of an e-mail, the same for each attempt. @param from the address of the sender */
export const messageIdOf = (id: string, from: string): string =>
  `<${id}@${envelopeAddress(from).slice(from.lastIndexOf('@') + 1)}>`;
