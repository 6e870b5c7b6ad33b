import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SignableRequest, SignatureHeaders, SigningKeys, WebhookSigner } from './webhook-signer';

/** X-Svc-Signature: the hex HMAC-SHA256 of the body. There is one, so the oldest valid secret makes it. */
@Injectable()
export class SvcSigner implements WebhookSigner<KeyObject> {
  readonly algorithm = 'hmac';

  /** The whole secret as UTF-8, with its prefix. */
  keyOf(secret: string): KeyObject {
    return createSecretKey(secret, 'utf8');
  }

  sign({ body }: SignableRequest, { current, earlier }: SigningKeys<KeyObject>): SignatureHeaders {
    const signature = createHmac('sha256', earlier.at(-1) ?? current)
      .update(body)
      .digest('hex');
    return { 'X-Svc-Signature': signature };
  }
}
