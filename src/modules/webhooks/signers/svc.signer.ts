import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SignableRequest, SignatureHeaders, SigningKeys, WebhookSigner } from './webhook-signer';

/**
 * X-Svc-Signature: the HMAC-SHA256 of the body in hex (docs/webhooks.md). The header has room for one signature: the
 * oldest key that still signs makes it.
 */
@Injectable()
export class SvcSigner implements WebhookSigner<KeyObject> {
  /** Returns the whole secret as UTF-8. */
  keyOf(secret: string): KeyObject {
    return createSecretKey(secret, 'utf8');
  }

  sign({ body }: SignableRequest, { current, earlier }: SigningKeys<KeyObject>): SignatureHeaders {
    const key = earlier.at(-1) ?? current;
    return { 'X-Svc-Signature': createHmac('sha256', key).update(body).digest('hex') };
  }
}
