import { isUUID } from 'class-validator';
import { isCurrency } from '../../../platform/domain/currency';
import { OUTCOMES, type ProviderItem, type ProviderNotification } from './payment-provider';

const MAX_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/** @throws Error naming the first wrong field. */
export function assertItems(items: readonly ProviderItem[]): void {
  for (const { eventId, text, replayKey } of items) {
    assert(eventId === null || isText(eventId), 'eventId must be text or null');
    assert(isJson(text), 'text must be JSON');
    assert(isText(replayKey), 'replayKey must be text');
  }
}

/** @throws Error naming the first wrong field. */
export function assertNotification(notification: ProviderNotification): void {
  const { paymentId, currency, refund } = notification;
  assert(OUTCOMES.includes(notification.outcome), `outcome must be one of: ${OUTCOMES.join(', ')}`);
  assert(isText(notification.eventType), 'eventType must be text');
  assert(isTime(notification.occurredAt), 'occurredAt must be a valid Date or null');
  assert(paymentId === null || isUUID(paymentId), 'paymentId must be a UUID or null');
  for (const field of ['providerPaymentId', 'checkoutId', 'failureReason', 'ignoredReason'] as const) {
    assert(notification[field] === null || isText(notification[field]), `${field} must be text or null`);
  }
  assert(isAmount(notification.amountCents), 'amountCents must be a bigint from 0 to 2^53-1 or null');
  assert(currency === null || isCurrency(currency), 'currency must be an ISO 4217 code or null');
  if (refund === null) return;
  assert(refund.id === null || isText(refund.id), 'refund.id must be text or null');
  assert(isAmount(refund.amountCents), 'refund.amountCents must be a bigint from 0 to 2^53-1 or null');
  assert(
    isAmount(refund.cumulativeCents),
    'refund.cumulativeCents must be a bigint from 0 to 2^53-1 or null',
  );
}

function assert(condition: boolean, rule: string): void {
  if (!condition) throw new Error(rule);
}

/** PostgreSQL refuses NUL characters and lone surrogates. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
}

function isJson(text: unknown): boolean {
  try {
    JSON.parse(text as string);
    return isText(text);
  } catch {
    return false;
  }
}

function isTime(value: Date | null): boolean {
  return value === null || (value instanceof Date && !Number.isNaN(value.getTime()));
}

function isAmount(value: bigint | null): boolean {
  return value === null || (typeof value === 'bigint' && value >= 0n && value <= MAX_CENTS);
}
