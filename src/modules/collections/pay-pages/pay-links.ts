import { Inject, Injectable } from '@nestjs/common';
import { tagged, untagged } from '../../../platform/cells/cell-tag';
import { CONFIG, type Config } from '../../../platform/config/config';
import { TokenSigner } from '../../../platform/secrets/token-signer';
import type { TargetKey } from '../../payments';
import { packed, unpacked, type PaySubject } from './pay-token.rules';

const PURPOSE = 'pay';

/**
 * The addresses of our own pages to pay (docs/payments.md#pay-page). A link is signed and always the same for what is paid;
 * nothing is stored about it.
 */
@Injectable()
export class PayLinks {
  constructor(
    private readonly signer: TokenSigner,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl' | 'cell'>,
  ) {}

  /** @param baseUrl of the service; PUBLIC_URL unless given, and without that a path */
  urlOf(organizationId: string, key: TargetKey, baseUrl: string = this.config.publicUrl ?? ''): string {
    const token = this.signer.sign(packed({ organizationId, key }), PURPOSE);
    return `${baseUrl}/pay/${tagged(this.config.cell, token)}`;
  }

  /**
   * Returns where the payer goes after paying or authenticating, if the caller of the API has not said.
   *
   * @param baseUrl as of `urlOf`; providers take no path
   */
  returnUrlOf(organizationId: string, key: TargetKey, baseUrl: string = this.config.publicUrl ?? ''): string {
    const base = baseUrl === '' ? 'http://localhost' : baseUrl;
    return `${this.urlOf(organizationId, key, base)}/return`;
  }

  /** Returns what a token leads to; null for what is none of ours. */
  read(token: string): PaySubject | null {
    const payload = this.signer.verify(untagged(token), PURPOSE);
    return payload === null ? null : unpacked(payload);
  }
}
