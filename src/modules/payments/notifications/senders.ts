import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../api-keys';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { InboundHeaders, PaymentProvider } from '../providers/payment-provider';
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
 * Finds the organization whose secret signed a request (docs/payments.md). Only reads; returns an
 * organization exactly if one of its secrets verifies.
 */
@Injectable()
export class Senders {
  /** Verifies nothing; keeps the work equal where there is no secret to try. */
  private readonly decoy = `whsec_${randomBytes(32).toString('base64')}`;

  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly candidates: SenderCandidates,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns null when no secret verifies, whatever the reason. */
  async identify(provider: PaymentProvider, call: InboundCall): Promise<string | null> {
    const candidates = await this.candidatesFor(provider, call);
    if (candidates.length === 0) this.verifies(provider, call, []);
    const verified = candidates.filter((it) => this.verifies(provider, call, it.secrets));
    return verified[0]?.organizationId ?? null;
  }

  /** An API key limits the request to its organization, a token to its connection. */
  private async candidatesFor(provider: PaymentProvider, call: InboundCall): Promise<Candidate[]> {
    const { apiKey, connectionToken, rawBody } = call;
    if (apiKey !== null) {
      const organizationId = await this.apiKeys.authenticate(apiKey);
      return organizationId === null ? [] : this.candidates.ofOrganization(provider, organizationId);
    }
    if (connectionToken !== null) return this.candidates.ofToken(provider, connectionToken);
    return this.candidates.ofBody(provider, rawBody);
  }

  /**
   * Tries two secrets always. The test clock does not move the clock of the provider: in a test environment whose clock
   * was moved, a signature of either time verifies.
   */
  private verifies(provider: PaymentProvider, call: InboundCall, secrets: readonly string[]): boolean {
    const [current = this.decoy, previous = this.decoy] = secrets;
    const machineTime = this.clock.frozenAt() === null ? [] : [new Date()];
    return [this.clock.now(), ...machineTime]
      .map((now) => provider.verify(call.headers, call.rawBody, [current, previous], now))
      .includes(true);
  }
}
