import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SecretBox } from '../../../platform/secrets/secret-box';
import { secretContext } from '../../webhook-endpoints';
import type { ClaimedDelivery } from './claimed-delivery';
import type { SigningSecrets } from './signing';

/** Endpoints whose decrypted secrets are kept at hand. */
const MAX_KEPT = 2000;

/**
 * The signing secrets in the clear. Keyed by what is stored, so a rotated secret is another key and nothing
 * ever needs to be invalidated.
 */
@Injectable()
export class SigningKeys {
  private readonly opened = new LRUCache<string, string>({ max: MAX_KEPT });

  constructor(private readonly secrets: SecretBox) {}

  /** The secrets that sign this delivery at `now`. */
  secretsOf(delivery: ClaimedDelivery, now: Date): SigningSecrets {
    const { sealedSecret, sealedPreviousSecret: previous, previousSecretExpiresAt: end } = delivery;
    const overlaps = previous !== null && end !== null && end > now;
    return {
      current: this.open(delivery, sealedSecret),
      previous: overlaps ? this.open(delivery, previous) : null,
    };
  }

  private open({ organizationId, endpointId }: ClaimedDelivery, sealed: string): string {
    const known = this.opened.get(sealed);
    if (known !== undefined) return known;
    const secret = this.secrets.open(sealed, secretContext(organizationId, endpointId));
    this.opened.set(sealed, secret);
    return secret;
  }
}
