import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../api-keys';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { ServiceUnavailableError } from '../../../platform/errors/app-error';
import type { InboundHeaders, PaymentProvider } from '../providers/payment-provider';
import { PaymentProviders } from '../providers/payment-providers';
import { SenderCandidates, type Candidate } from './sender-candidates';

/** A provider's request before its signature is verified. */
export interface InboundCall {
  headers: InboundHeaders;
  rawBody: Buffer;
  /** The token of `Authorization: Bearer`, if present. */
  apiKey: string | null;
  /** `?connection=` of the webhook URL, if present. */
  connectionToken: string | null;
}

/** Identifies the organization whose secret signed a request (docs/payments.md). Read-only. */
@Injectable()
export class Senders {
  /** A random secret that no sender knows. Keeps the work constant if there is no secret to try. */
  private readonly decoy = `whsec_${randomBytes(32).toString('base64')}`;

  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly candidates: SenderCandidates,
    private readonly providers: PaymentProviders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the ID of the organization whose secret signed the request; null if there is none.
   *
   * @throws ServiceUnavailableError if a lost secret may have signed it, so that the provider sends it again
   */
  async identify(provider: PaymentProvider, call: InboundCall): Promise<string | null> {
    const candidates = await this.candidatesFor(provider, call);
    if (candidates.length === 0) this.verifies(provider, call, []);
    const verified = candidates.filter((it) => this.verifies(provider, call, it.secrets));
    if (verified.length === 0 && candidates.some((it) => it.isLost)) {
      throw new ServiceUnavailableError(
        `The signature cannot be verified, because the webhook secret was lost with its encryption key. Enter the secret again with PUT /v1/payment_providers/${provider.name}; the provider can send the notification again then.`,
      );
    }
    return verified[0]?.organizationId ?? null;
  }

  /**
   * Selects the candidates by API key if there is one, else by connection token if there is one, else by the
   * hints in the body.
   */
  private async candidatesFor(provider: PaymentProvider, call: InboundCall): Promise<Candidate[]> {
    const { apiKey, connectionToken, rawBody } = call;
    if (apiKey !== null) {
      const organizationId = await this.apiKeys.authenticate(apiKey);
      return organizationId === null ? [] : this.candidates.ofOrganization(provider, organizationId);
    }
    if (connectionToken !== null) return this.candidates.ofToken(provider, connectionToken);
    return this.candidates.ofHints(provider, this.providers.hints(provider, parsed(rawBody)));
  }

  /**
   * Always tries two secrets, for constant work. Providers do not use the test clock, so while it is moved,
   * timestamps close to either the test time or the machine time are accepted.
   */
  private verifies(provider: PaymentProvider, call: InboundCall, secrets: readonly string[]): boolean {
    const [current = this.decoy, previous = this.decoy] = secrets;
    const machineTime = this.clock.frozenAt() === null ? [] : [new Date()];
    return [this.clock.now(), ...machineTime]
      .map((now) => this.providers.verify(provider, call, [current, previous], now))
      .includes(true);
  }
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
