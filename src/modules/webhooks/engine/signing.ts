import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A signing secret as the keys of both signatures. */
export interface SigningKey {
  /** Of X-Svc-Signature: the whole secret string as UTF-8. */
  whole: KeyObject;
  /** Of Standard Webhooks: the decoded part of the secret. */
  decoded: KeyObject;
}

/** Keys that sign at this moment. */
export interface SigningKeys {
  current: SigningKey;
  /** The key before a rotation, while the overlap lasts. */
  previous: SigningKey | null;
}

/** What is signed and told in the headers. The payload is sent as its UTF-8 bytes. */
export interface SignedDelivery {
  deliveryId: string;
  kind: string;
  attemptNumber: number;
  payload: string;
  /** Start of this attempt. */
  at: Date;
}

const PREFIX = 'whsec_';

/** The keys of a secret `whsec_<base64>`. */
export function signingKeyOf(secret: string): SigningKey {
  return {
    whole: createSecretKey(secret, 'utf8'),
    decoded: createSecretKey(secret.slice(PREFIX.length), 'base64'),
  };
}

/** An attempt's request, without where it goes. */
export interface SignedRequest {
  body: Buffer;
  headers: Record<string, string>;
}

/** The request of an attempt (decisions.md, Signatures). During an overlap X-Svc-Signature stays with the old secret. */
export function signedRequest(delivery: SignedDelivery, keys: SigningKeys): SignedRequest {
  const { deliveryId } = delivery;
  const unixSeconds = Math.floor(delivery.at.getTime() / 1000);
  // Standard Webhooks signs `id.timestamp.body`: made in one piece, the body is the end of it.
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

/** HMAC-SHA256 of the raw bytes in hex. */
function svcSignature({ whole }: SigningKey, body: Buffer): string {
  return createHmac('sha256', whole).update(body).digest('hex');
}

/** Standard Webhooks: one signature for each secret that is valid. */
function standardSignatures({ current, previous }: SigningKeys, content: Buffer): string {
  const signature = standardSignature(current, content);
  return previous === null ? signature : `${signature} ${standardSignature(previous, content)}`;
}

function standardSignature({ decoded }: SigningKey, content: Buffer): string {
  return `v1,${createHmac('sha256', decoded).update(content).digest('base64')}`;
}
