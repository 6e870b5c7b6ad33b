import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookVerificationError } from './errors.js';
import { EVENT_KINDS } from './generated/event-kinds.js';
import type { WebhookEvent as KnownEvent } from './generated/schema.js';

/** The fields of every event. */
interface Envelope {
  id: string;
  webhook_type: string;
  object_type: string;
  object_id: string;
  organization_id: string;
  created_at: string;
  sequence: number;
}

/** An event of a kind that this version of the library does not know, because the service is newer. */
export interface UnknownEvent extends Omit<Envelope, 'webhook_type'> {
  /** Replaces the kind, so that the other cases of `switch (event.webhook_type)` narrow the event. */
  webhook_type: 'unknown';
  /** The kind that the service sent. */
  unknown_type: string;
  [field: string]: unknown;
}

/** Any event: switch on `webhook_type`. */
export type WebhookEvent = KnownEvent | UnknownEvent;

/** Headers of a received request: of `fetch`, of Node.js, or a plain object with names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Largest accepted age of a webhook in seconds, and difference of clocks. @defaultValue 300 */
  toleranceSeconds?: number | undefined;
  /** Current time, for tests. */
  now?: Date | undefined;
}

const SECRET_PREFIX = 'whsec_';
const KNOWN_KINDS: ReadonlySet<string> = new Set(EVENT_KINDS);

/**
 * Returns the event of a webhook after verifying its Standard Webhooks signature. Delivery is at-least-once: ignore an
 * event whose `webhook-id` you have processed.
 *
 * @param body the raw body, before any JSON parsing
 * @param secret the secret of the endpoint; during a rotation either secret
 * @throws WebhookVerificationError
 * @throws TypeError if the body has been parsed, or the secret is not one
 */
export function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyOptions = {},
): WebhookEvent {
  const raw = bytesOf(body);
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  const expected = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(raw).digest();
  if (!signatures.split(' ').some((it) => matches(it, expected))) {
    throw new WebhookVerificationError(
      'invalid_signature',
      'No signature of the webhook matches its body and the secret.',
    );
  }
  checkAge(timestamp, options);
  return parse(raw);
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  throw new TypeError('Pass the raw body of the webhook, as a string or bytes, not the parsed JSON.');
}

function header(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : plainHeader(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError('missing_header', `The webhook has no ${name} header.`);
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function plainHeader(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): unknown {
  const value = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value[0] : value;
}

function keyOf(secret: string): Uint8Array {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const key = Buffer.from(encoded, 'base64');
  // Anyone could sign with an empty key.
  if (key.length === 0) throw new TypeError('The secret is empty: pass the secret of the webhook endpoint.');
  return key;
}

function matches(signature: string, expected: Uint8Array): boolean {
  const [version, encoded = ''] = signature.split(',');
  const given = Buffer.from(encoded, 'base64');
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
}

function checkAge(timestamp: string, { toleranceSeconds = 300, now = new Date() }: VerifyOptions): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      'invalid_timestamp',
      'webhook-timestamp is not a Unix time in seconds.',
    );
  }
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (age > toleranceSeconds) {
    throw new WebhookVerificationError('timestamp_too_old', `The webhook is ${age} s old.`);
  }
  if (age < -toleranceSeconds) {
    throw new WebhookVerificationError('timestamp_too_new', `The webhook is from ${-age} s in the future.`);
  }
}

function parse(raw: Uint8Array): WebhookEvent {
  const event = jsonOf(raw);
  if (!isEvent(event)) throw new WebhookVerificationError('invalid_body', 'The body is not an event.');
  if (KNOWN_KINDS.has(event.webhook_type)) return event as unknown as KnownEvent;
  return { ...event, webhook_type: 'unknown', unknown_type: event.webhook_type };
}

function jsonOf(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return undefined;
  }
}

function isEvent(body: unknown): body is Envelope {
  return (
    typeof body === 'object' &&
    body !== null &&
    'webhook_type' in body &&
    typeof body.webhook_type === 'string'
  );
}
