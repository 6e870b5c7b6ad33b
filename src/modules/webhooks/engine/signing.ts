import { createHmac } from 'node:crypto';

/** Secrets that sign at this moment. */
export interface SigningSecrets {
  current: string;
  /** The secret before a rotation, while the overlap lasts. */
  previous: string | null;
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

/** HMAC-SHA256 of the raw bytes in hex; the key is the whole secret string as UTF-8. */
export function svcSignature(secret: string, body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Standard Webhooks: `v1,<base64>` over `id.timestamp.body`; the key is the decoded part of the secret. */
export function standardSignature(secret: string, id: string, unixSeconds: number, body: Buffer): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${unixSeconds}.`).update(body).digest('base64');
  return `v1,${digest}`;
}

/** All headers of an attempt (decisions.md, Signatures). During an overlap X-Svc-Signature stays with the old secret. */
export function deliveryHeaders(delivery: SignedDelivery, secrets: SigningSecrets): Record<string, string> {
  const unixSeconds = Math.floor(delivery.at.getTime() / 1000);
  const active = secrets.previous === null ? [secrets.current] : [secrets.current, secrets.previous];
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'billing-service-webhooks/1',
    'X-Svc-Signature': svcSignature(secrets.previous ?? secrets.current, delivery.body),
    'X-Svc-Signature-Algorithm': 'hmac',
    'X-Svc-Webhook-Id': delivery.deliveryId,
    'X-Svc-Event': delivery.kind,
    'X-Svc-Attempt': String(delivery.attemptNumber),
    'webhook-id': delivery.deliveryId,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': active
      .map((secret) => standardSignature(secret, delivery.deliveryId, unixSeconds, delivery.body))
      .join(' '),
  };
}
