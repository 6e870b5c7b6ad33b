import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { ValidationFailedError, type FieldError } from '../../../platform/errors/app-error';
import { logger } from '../../../platform/observability/logger';
import type { Environment, PaymentCollector } from '../collector-kit';
import { PaymentCollectors } from '../collectors/payment-collectors';
import { CollectorConnections } from './collector-connections';
import type { ProviderConnectionEntity } from './connection.entity';
import { CredentialBox } from './credential-box';

const MAX_REASON_CHARS = 500;

type Checked = Pick<
  ProviderConnectionEntity,
  'sealedCredentials' | 'environment' | 'connectionState' | 'connectionCheckedAt' | 'connectionError'
>;

/** The part of a connection that collects, as it is to be stored. */
export interface CheckedConnection extends Checked {
  /** The id of the merchant's account, if the provider told it. */
  readonly foundAccountId: string | null;
}

/** What a request changes about the part of a connection that collects. */
export interface CollectingInput {
  /** Null removes them. */
  credentials?: Record<string, string> | null | undefined;
  environment?: Environment | undefined;
}

const NOTHING: CheckedConnection = {
  sealedCredentials: null,
  environment: 'live',
  connectionState: 'unchecked',
  connectionCheckedAt: null,
  connectionError: null,
  foundAccountId: null,
};

/** Checks the credentials of connections by asking the provider (docs/payments.md#connections). */
@Injectable()
export class ConnectionChecks {
  constructor(
    private readonly collectors: PaymentCollectors,
    private readonly connections: CollectorConnections,
    private readonly credentials: CredentialBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns what a connection becomes, after the provider was asked. No transaction may be open: it takes up to 10 s.
   *
   * @throws ValidationFailedError for credentials that are not those of the provider
   */
  async check(
    organizationId: string,
    provider: string,
    before: ProviderConnectionEntity | null,
    input: CollectingInput,
  ): Promise<CheckedConnection> {
    const collector = this.collectors.find(provider);
    const given = input.credentials ?? null;
    if (given !== null) assertComplete(provider, collector, given);
    const environment = input.environment ?? before?.environment ?? NOTHING.environment;
    const kept = input.credentials === undefined && before !== null ? this.credentials.open(before) : null;
    const credentials = given ?? kept;
    if (credentials === null || collector === null) return { ...NOTHING, environment };
    const account = { credentials, environment };
    const connected = this.connections.on(organizationId, collector, account, { collectionId: null });
    const result = await connected.checkConnection().catch((error: unknown) => {
      logger.error({ err: error, provider }, 'A payment collector could not check a connection');
      return { state: 'unavailable', reason: 'The connection could not be checked.' } as const;
    });
    const sealedCredentials =
      given === null
        ? (before?.sealedCredentials ?? null)
        : this.credentials.seal(organizationId, provider, given);
    return {
      sealedCredentials,
      environment,
      connectionState: result.state,
      connectionCheckedAt: this.clock.now(),
      connectionError: result.state === 'connected' ? null : result.reason.slice(0, MAX_REASON_CHARS),
      foundAccountId: result.state === 'connected' ? result.providerAccountId : null,
    };
  }
}

/** Returns the part of a connection that collects, as it is stored. */
export const collectingPart = ({
  sealedCredentials,
  environment,
  connectionState,
  connectionCheckedAt,
  connectionError,
}: ProviderConnectionEntity): Checked => ({
  sealedCredentials,
  environment,
  connectionState,
  connectionCheckedAt,
  connectionError,
});

function assertComplete(
  provider: string,
  collector: PaymentCollector | null,
  given: Readonly<Record<string, string>>,
): asserts collector is PaymentCollector {
  if (collector === null) {
    const message = `credentials cannot be set: nothing is collected through ${provider}.`;
    throw ValidationFailedError.of('credentials', 'invalid_value', message);
  }
  const names = collector.credentialFields;
  const missing = names.filter((it) => (given[it] ?? '').trim() === '');
  const unknown = Object.keys(given).filter((it) => !names.includes(it));
  const errors: FieldError[] = [
    ...missing.map((it) => fieldError(it, 'required', 'is required')),
    ...unknown.map((it) => fieldError(it, 'unknown_field', `is unknown; there are: ${names.join(', ')}`)),
  ];
  if (errors.length > 0) throw new ValidationFailedError(errors);
}

const fieldError = (name: string, code: string, rule: string): FieldError => ({
  field: `credentials.${name}`,
  code,
  message: `credentials.${name} ${rule}.`,
});
