import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SignableRequest, SignatureHeaders, SigningKeys, WebhookSigner } from './webhook-signer';

const PREFIX = 'whsec_';

/** Standard Webhooks: `v1,<base64 HMAC-SHA256>` of `id.timestamp.body`, one for each valid secret. */
@Injectable()
export class StandardWebhooksSigner implements WebhookSigner<KeyObject> {
  readonly algorithm = 'hmac';

  /** The base64-decoded part of the secret. */
  keyOf(secret: string): KeyObject {
    return createSecretKey(secret.slice(PREFIX.length), 'base64');
  }

  sign({ timestampedBody }: SignableRequest, { current, earlier }: SigningKeys<KeyObject>): SignatureHeaders {
    let signatures = signatureOf(timestampedBody, current);
    for (const key of earlier) signatures += ` ${signatureOf(timestampedBody, key)}`;
    return { 'webhook-signature': signatures };
  }
}

const signatureOf = (content: Buffer, key: KeyObject): string =>
  `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
