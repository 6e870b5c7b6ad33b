import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SignableRequest, SignatureHeaders, SigningKeys, WebhookSigner } from './webhook-signer';

const PREFIX = 'whsec_';

/** webhook-signature of Standard Webhooks: one signature per key, separated by spaces, newest key first. */
@Injectable()
export class StandardWebhooksSigner implements WebhookSigner<KeyObject> {
  /** Returns the decoded part after `whsec_`. */
  keyOf(secret: string): KeyObject {
    return createSecretKey(secret.slice(PREFIX.length), 'base64');
  }

  sign({ timestampedBody }: SignableRequest, { current, earlier }: SigningKeys<KeyObject>): SignatureHeaders {
    const signatures = [current, ...earlier].map((key) => signatureOf(key, timestampedBody));
    return { 'webhook-signature': signatures.join(' ') };
  }
}

function signatureOf(key: KeyObject, content: Buffer): string {
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
