import { createHmac, randomUUID } from 'node:crypto';
import type { InboundHeaders } from '../../src/modules/payments/providers/payment-provider';

/** A signed request from a provider: its body, and the headers that carry the signature. */
export interface SignedMessage {
  body: string;
  headers: Record<string, string>;
}

const unix = (at: Date): number => Math.floor(at.getTime() / 1000);
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);

/** Signs as documented by Stripe, without its SDK. */
export function signStripe(body: string, secret: string, at = new Date()): SignedMessage {
  const signature = hmac(secret, `${unix(at)}.${body}`).digest('hex');
  return { body, headers: { 'stripe-signature': `t=${unix(at)},v1=${signature}` } };
}

/** Signs as Razorpay does; the event ID is not signed. */
export function signRazorpay(body: string, secret: string, eventId: string = randomUUID()): SignedMessage {
  const signature = hmac(secret, body).digest('hex');
  return { body, headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId } };
}

/** Signs with a hex digest of the body, as for GoCardless and for `manual` without a timestamp. */
export function signHex(body: string, secret: string): SignedMessage {
  return { body, headers: { 'webhook-signature': hmac(secret, body).digest('hex') } };
}

/** Signs according to Standard Webhooks; the secret is base64, with or without `whsec_`. */
export function signStandard(
  body: string,
  secret: string,
  at = new Date(),
  id = `msg_${randomUUID()}`,
): SignedMessage {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = hmac(key, `${id}.${unix(at)}.${body}`).digest('base64');
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(unix(at)),
    'webhook-signature': `v1,${signature}`,
  };
  return { body, headers };
}

/** Returns headers in the form of Node's `headersDistinct`. */
export function distinct(headers: Record<string, string>): InboundHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]));
}
