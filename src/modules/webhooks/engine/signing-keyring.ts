import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SecretBox } from '../../../platform/secrets/secret-box';
import { secretContext } from '../../webhook-endpoints';
import type { ClaimedDelivery } from './claimed-delivery';
import { signingKeyOf, type SigningKey, type SigningKeys } from './signing';

/** Maximum number of endpoints whose decrypted secrets are cached. */
const MAX_KEPT = 2000;

/**
 * Caches decrypted signing secrets as keys, by their ciphertext. A rotated secret has a new ciphertext, so
 * nothing needs to be invalidated.
 */
@Injectable()
export class SigningKeyring {
  private readonly opened = new LRUCache<string, SigningKey>({ max: MAX_KEPT });

  constructor(private readonly secrets: SecretBox) {}

  /** Returns the keys to sign this delivery with at `now`. */
  keysOf(delivery: ClaimedDelivery, now: Date): SigningKeys {
    const { sealedSecret, sealedPreviousSecret: previous, previousSecretExpiresAt: end } = delivery.target;
    const overlaps = previous !== null && end !== null && end > now;
    return {
      current: this.open(delivery, sealedSecret),
      previous: overlaps ? this.open(delivery, previous) : null,
    };
  }

  private open({ organizationId, endpointId }: ClaimedDelivery, sealed: string): SigningKey {
    const known = this.opened.get(sealed);
    if (known !== undefined) return known;
    const key = signingKeyOf(this.secrets.open(sealed, secretContext(organizationId, endpointId)));
    this.opened.set(sealed, key);
    return key;
  }
}
