import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ServiceUnavailableError } from '../../../platform/errors/app-error';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { ApiKeyAuthentication } from '../../api-keys';
import type { InboundHeaders, PaymentProvider } from '../provider-kit';
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

/**
 * Finds the organization whose secret signed a request (docs/payments.md#whose-secret). Only reads; returns an
 * organization exactly if one of its secrets verifies.
 */
@Injectable()
export class SenderVerification {
  /** Verifies nothing; keeps the work equal where there is no secret to try. */
  private readonly decoy = `whsec_${randomBytes(32).toString('base64')}`;

  constructor(
    private readonly apiKeys: ApiKeyAuthentication,
    private readonly candidates: SenderCandidates,
    private readonly providers: PaymentProviders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns null when no secret verifies.
   *
   * @throws ServiceUnavailableError if an unreadable secret might verify the signature; a request without one learns
   *   nothing about the secrets
   */
  async identify(provider: PaymentProvider, call: InboundCall): Promise<string | null> {
    const candidates = await this.candidatesFor(provider, call);
    if (candidates.length === 0) await this.verifies(provider, call, []);
    const verified: string[] = [];
    for (const { organizationId, secrets } of candidates) {
      if (await this.verifies(provider, call, secrets)) verified.push(organizationId);
    }
    const [sender = null] = verified;
    const isSigned = call.headers[provider.signatureHeader.toLowerCase()] !== undefined;
    if (sender === null && isSigned && candidates.some((it) => it.hasUnreadable)) {
      throw new ServiceUnavailableError(
        'The signature cannot be verified at the moment. Send it again later.',
      );
    }
    return sender;
  }

  /** An API key limits the request to its organization, a token to its connection. */
  private async candidatesFor(provider: PaymentProvider, call: InboundCall): Promise<Candidate[]> {
    const { apiKey, connectionToken, rawBody } = call;
    if (apiKey !== null) {
      const key = await this.apiKeys.authenticate(apiKey);
      return key === null ? [] : this.candidates.ofOrganization(provider, key.organizationId);
    }
    if (connectionToken !== null) return this.candidates.ofToken(provider, connectionToken);
    return this.candidates.ofHints(provider, await this.providers.hints(provider, parsed(rawBody)));
  }

  /**
   * Tries two secrets always. The test clock does not move the provider's clock: while it is set, a signature of either
   * time verifies.
   */
  private async verifies(
    provider: PaymentProvider,
    call: InboundCall,
    secrets: readonly string[],
  ): Promise<boolean> {
    const [current = this.decoy, previous = this.decoy] = secrets;
    const machineTime = this.clock.frozenAt() === null ? [] : [new Date()];
    const times = [this.clock.now(), ...machineTime];
    const results = times.map((now) => this.providers.verify(provider, call, [current, previous], now));
    return (await Promise.all(results)).includes(true);
  }
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
