import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookVerificationError } from './errors.js';
import type { WebhookEvent } from './types.js';

const PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;

/** Headers as `fetch`, Node's `http` and most frameworks have them; names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far `webhook-timestamp` may be from now, in seconds; 300 by default. Stops replays. */
  toleranceSeconds?: number | undefined;
  /** The current time; for services with a test clock. */
  now?: Date | undefined;
}

/**
 * Verifies a webhook and returns its event.
 * @param body the raw bytes of the request, or their text: not parsed and serialized again.
 * @param secret the secret of the endpoint; several while it is being rotated.
 * @throws WebhookVerificationError unless a signature holds for one of the secrets and the timestamp is recent.
 */
export function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = signaturesOf(header(headers, 'webhook-signature'));
  checkAge(timestamp, options);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const isSigned = secrets.some((it) => {
    const expected = createHmac('sha256', keyOf(it)).update(`${id}.${timestamp}.`).update(body).digest();
    return signatures.some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  });
  if (!isSigned) throw new WebhookVerificationError('No signature in webhook-signature matches the secret.');
  return parse(body);
}

function header(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : fieldOf(headers, name);
  if (value === undefined || value === null || value === '') {
    throw new WebhookVerificationError(`The header ${name} is missing.`);
  }
  return value;
}

function fieldOf(headers: Exclude<WebhookHeaders, Headers>, name: string): string | undefined {
  const key = Object.keys(headers).find((it) => it.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === 'object' ? value.join(' ') : value;
}

function checkAge(timestamp: string, { toleranceSeconds, now }: VerifyOptions): void {
  const tolerance = toleranceSeconds ?? TOLERANCE_SECONDS;
  const nowSeconds = (now ?? new Date()).getTime() / 1_000;
  if (!/^\d+$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > tolerance) {
    throw new WebhookVerificationError(`webhook-timestamp is not within ${tolerance} s of the current time.`);
  }
}

/** Returns the signatures of version 1; of a rotated secret there is one more. */
function signaturesOf(text: string): Buffer[] {
  const versions = text.split(' ').map((it) => it.split(','));
  return versions.flatMap(([version, value = '']) =>
    version === 'v1' ? [Buffer.from(value, 'base64')] : [],
  );
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  if (key.length === 0) throw new WebhookVerificationError(`The secret is empty; it begins with ${PREFIX}.`);
  return key;
}

function parse(body: string | Uint8Array): WebhookEvent {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    return JSON.parse(text) as WebhookEvent;
  } catch (cause) {
    throw new WebhookVerificationError('The body is not JSON.', { cause });
  }
}
