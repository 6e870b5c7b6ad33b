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

/** What is signed and told in the headers. */
export interface SignedDelivery {
  deliveryId: string;
  kind: string;
  attemptNumber: number;
  body: Buffer;
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

/** HMAC-SHA256 of the raw bytes in hex. */
export function svcSignature({ whole }: SigningKey, body: Buffer): string {
  return createHmac('sha256', whole).update(body).digest('hex');
}

/** Standard Webhooks: `v1,<base64>` over `id.timestamp.body`. */
export function standardSignature(
  { decoded }: SigningKey,
  id: string,
  unixSeconds: number,
  body: Buffer,
): string {
  const digest = createHmac('sha256', decoded).update(`${id}.${unixSeconds}.`).update(body).digest('base64');
  return `v1,${digest}`;
}

/** All headers of an attempt (decisions.md, Signatures). During an overlap X-Svc-Signature stays with the old secret. */
export function deliveryHeaders(delivery: SignedDelivery, keys: SigningKeys): Record<string, string> {
  const unixSeconds = Math.floor(delivery.at.getTime() / 1000);
  const active = keys.previous === null ? [keys.current] : [keys.current, keys.previous];
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'billing-service-webhooks/1',
    'X-Svc-Signature': svcSignature(keys.previous ?? keys.current, delivery.body),
    'X-Svc-Signature-Algorithm': 'hmac',
    'X-Svc-Webhook-Id': delivery.deliveryId,
    'X-Svc-Event': delivery.kind,
    'X-Svc-Attempt': String(delivery.attemptNumber),
    'webhook-id': delivery.deliveryId,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': active
      .map((key) => standardSignature(key, delivery.deliveryId, unixSeconds, delivery.body))
      .join(' '),
  };
}
