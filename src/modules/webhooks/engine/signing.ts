import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A signing secret as keys, one per signature scheme. */
export interface SigningKey {
  /** Key for X-Svc-Signature: the whole secret string as UTF-8. */
  whole: KeyObject;
  /** Key for Standard Webhooks: the decoded part after `whsec_`. */
  decoded: KeyObject;
}

export interface SigningKeys {
  current: SigningKey;
  /** Earlier keys that still sign, newest first. */
  earlier: readonly SigningKey[];
}

/** The parts of a delivery that are signed or sent in headers. The payload becomes the body as UTF-8. */
export interface SignedDelivery {
  deliveryId: string;
  kind: string;
  attemptNumber: number;
  payload: string;
  /** Signed and sent as webhook-timestamp. */
  at: Date;
}

const PREFIX = 'whsec_';

/** Derives the keys from a secret of the form `whsec_<base64>`. */
export function signingKeyOf(secret: string): SigningKey {
  return {
    whole: createSecretKey(secret, 'utf8'),
    decoded: createSecretKey(secret.slice(PREFIX.length), 'base64'),
  };
}

/** Headers and body of an attempt. */
export interface SignedRequest {
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * Builds the headers and the body of an attempt (docs/webhooks.md). X-Svc-Signature has room for one signature: it uses
 * the oldest key that still signs.
 */
export function signedRequest(delivery: SignedDelivery, keys: SigningKeys): SignedRequest {
  const { deliveryId } = delivery;
  const unixSeconds = Math.floor(delivery.at.getTime() / 1000);
  // Standard Webhooks signs `id.timestamp.body`. One buffer holds all of it; the body is a view of its end,
  // not a copy.
  const prefix = `${deliveryId}.${unixSeconds}.`;
  const content = Buffer.from(prefix + delivery.payload);
  const body = content.subarray(prefix.length);
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'billing-service-webhooks/1',
    'X-Svc-Signature': svcSignature(keys.earlier.at(-1) ?? keys.current, body),
    'X-Svc-Signature-Algorithm': 'hmac',
    'X-Svc-Webhook-Id': deliveryId,
    'X-Svc-Event': delivery.kind,
    'X-Svc-Attempt': String(delivery.attemptNumber),
    'webhook-id': deliveryId,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': standardSignatures(keys, content),
  };
  return { body, headers };
}

/** Returns the HMAC-SHA256 of the raw bytes in hex. */
function svcSignature({ whole }: SigningKey, body: Buffer): string {
  return createHmac('sha256', whole).update(body).digest('hex');
}

/** Returns one Standard Webhooks signature per key, separated by spaces, newest key first. */
function standardSignatures({ current, earlier }: SigningKeys, content: Buffer): string {
  return [current, ...earlier].map((key) => standardSignature(key, content)).join(' ');
}

function standardSignature({ decoded }: SigningKey, content: Buffer): string {
  return `v1,${createHmac('sha256', decoded).update(content).digest('base64')}`;
}
