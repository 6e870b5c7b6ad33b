import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SecretBox, UnreadableSecretError } from '../../../platform/secrets/secret-box';
import { secretContext, stillSigning } from '../../webhook-endpoints';
import type { ClaimedDelivery } from './claimed-delivery';
import type { SigningKeys } from '../signers/webhook-signer';
import { RequestSigning, type KeySet } from './signing';

/** Maximum number of endpoints whose decrypted secrets are cached. */
const MAX_KEPT = 2000;

/**
 * Caches decrypted signing secrets as keys, by their ciphertext. A rotated secret has a new ciphertext, so
 * nothing needs to be invalidated.
 */
@Injectable()
export class SigningKeyring {
  private readonly opened = new LRUCache<string, KeySet>({ max: MAX_KEPT });

  constructor(
    private readonly secrets: SecretBox,
    private readonly signing: RequestSigning,
  ) {}

  /** Returns the keys to sign this delivery with at `now`. */
  keysOf(delivery: ClaimedDelivery, now: Date): SigningKeys<KeySet> {
    const { sealedSecret, earlierSecrets } = delivery.target;
    return {
      current: this.open(delivery, sealedSecret),
      earlier: stillSigning(earlierSecrets, now).flatMap((it) => this.openEarlier(delivery, it.sealed)),
    };
  }

  /** Returns no key for an earlier secret that cannot be decrypted: the others sign without it. */
  private openEarlier(delivery: ClaimedDelivery, sealed: string): KeySet[] {
    try {
      return [this.open(delivery, sealed)];
    } catch (error) {
      if (error instanceof UnreadableSecretError) return [];
      throw error;
    }
  }

  private open({ organizationId, endpointId }: ClaimedDelivery, sealed: string): KeySet {
    const known = this.opened.get(sealed);
    if (known !== undefined) return known;
    const keys = this.signing.keysFrom(this.secrets.open(sealed, secretContext(organizationId, endpointId)));
    this.opened.set(sealed, keys);
    return keys;
  }
}
