import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The keys of a signing secret, one per signature scheme. */
export interface SigningKey {
  /** Key of X-Svc-Signature: the whole secret string as UTF-8. */
  whole: KeyObject;
  /** Key of Standard Webhooks: the decoded part of the secret. */
  decoded: KeyObject;
}

/** The keys that sign now. */
export interface SigningKeys {
  current: SigningKey;
  /** The key before a rotation, during its overlap. */
  previous: SigningKey | null;
}

/** The parts of a delivery that are signed or sent in headers. The payload is sent as UTF-8. */
export interface SignedDelivery {
  deliveryId: string;
  kind: string;
  attemptNumber: number;
  payload: string;
  /** Start of the attempt. */
  at: Date;
}

const PREFIX = 'whsec_';

/** Returns the keys of a secret `whsec_<base64>`. */
export function signingKeyOf(secret: string): SigningKey {
  return {
    whole: createSecretKey(secret, 'utf8'),
    decoded: createSecretKey(secret.slice(PREFIX.length), 'base64'),
  };
}

/** The request of an attempt, without its URL. */
export interface SignedRequest {
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * Builds the request of an attempt (docs/webhooks.md). During an overlap, X-Svc-Signature still uses the old secret.
 */
export function signedRequest(delivery: SignedDelivery, keys: SigningKeys): SignedRequest {
  const { deliveryId } = delivery;
  const unixSeconds = Math.floor(delivery.at.getTime() / 1000);
  // Standard Webhooks signs `id.timestamp.body`. One buffer holds all of it, and the body is a view of its end.
  const prefix = `${deliveryId}.${unixSeconds}.`;
  const content = Buffer.from(prefix + delivery.payload);
  const body = content.subarray(prefix.length);
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'billing-service-webhooks/1',
    'X-Svc-Signature': svcSignature(keys.previous ?? keys.current, body),
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

/** Returns the hex HMAC-SHA256 of the raw bytes. */
function svcSignature({ whole }: SigningKey, body: Buffer): string {
  return createHmac('sha256', whole).update(body).digest('hex');
}

/** Returns one Standard Webhooks signature per valid secret. */
function standardSignatures({ current, previous }: SigningKeys, content: Buffer): string {
  const signature = standardSignature(current, content);
  return previous === null ? signature : `${signature} ${standardSignature(previous, content)}`;
}

function standardSignature({ decoded }: SigningKey, content: Buffer): string {
  return `v1,${createHmac('sha256', decoded).update(content).digest('base64')}`;
}
