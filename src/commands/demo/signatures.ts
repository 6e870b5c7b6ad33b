import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { ReceivedWebhook } from './receiver';

/** Maximum difference between a webhook's timestamp and the receiver's clock, in seconds (Standard Webhooks). */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies X-Svc-Signature by the published rule: hex HMAC-SHA256 of the raw bytes, keyed with the whole secret,
 * compared in constant time.
 */
export function svcSignatureHolds(secret: string, webhook: ReceivedWebhook): boolean {
  const given = webhook.headers['x-svc-signature'] ?? '';
  if (!/^[0-9a-f]{64}$/.test(given)) return false;
  const expected = createHmac('sha256', secret).update(webhook.body).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}

/** Verifies webhook-signature with the `standardwebhooks` library. Returns "ok" or the error message of the library. */
export function standardSignature(secret: string, webhook: ReceivedWebhook, serviceTime: Date): string {
  return atReceiverTime(webhook, serviceTime, () => {
    try {
      new Webhook(secret).verify(webhook.body, webhook.headers);
      return 'ok';
    } catch (error) {
      return (error as Error).message;
    }
  });
}

/** Returns the webhook with one bit of its body changed. */
export function tampered(webhook: ReceivedWebhook): ReceivedWebhook {
  const body = Buffer.from(webhook.body);
  const middle = body.length >> 1;
  body.writeUInt8(body.readUInt8(middle) ^ 1, middle);
  return { ...webhook, body };
}

/** Returns whether a receiver without access to the test clock would accept the timestamp. */
export function isOfMachineTime(webhook: ReceivedWebhook): boolean {
  const sentAt = Number(webhook.headers['webhook-timestamp']) * 1000;
  return Math.abs(sentAt - Date.now()) <= TOLERANCE_SECONDS * 1000;
}

/**
 * Replaces Date.now() during the synchronous call of `verify`, because the library accepts no other source of the
 * current time. Does so only if the service's test clock has been moved.
 */
function atReceiverTime<T>(webhook: ReceivedWebhook, serviceTime: Date, verify: () => T): T {
  if (isOfMachineTime(webhook)) return verify();
  const machineTime = Date.now;
  Date.now = () => serviceTime.getTime();
  try {
    return verify();
  } finally {
    Date.now = machineTime;
  }
}
