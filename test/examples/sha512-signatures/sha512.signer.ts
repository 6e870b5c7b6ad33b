import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SignableRequest, SigningKeys, WebhookSigner } from '../../../src/modules/webhooks/signers';

/** Acme-Signature: `t=<seconds>,v1=<hex HMAC-SHA512 of "seconds.body">`, with one v1 for each valid secret. */
@Injectable()
export class Sha512Signer implements WebhookSigner<string> {
  keyOf(secret: string): string {
    return secret;
  }

  sign({ timestamp, body }: SignableRequest, { current, earlier }: SigningKeys<string>) {
    const signatures = [current, ...earlier].map(
      (key) => `v1=${createHmac('sha512', key).update(`${timestamp}.`).update(body).digest('hex')}`,
    );
    return { 'Acme-Signature': [`t=${timestamp}`, ...signatures].join(',') };
  }
}
