import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { RequestError, ValidationFailedError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { NO_PRECONDITION, type Precondition } from '../../../platform/http/versions';
import { SecretBox } from '../../../platform/secrets/secret-box';
import type { PaymentProvider } from '../providers/payment-provider';
import { PaymentProviders } from '../providers/payment-providers';
import type { ProviderConnectionEntity } from './connection.entity';
import { ConnectionsRepository } from './connections.repository';
import { providerContext } from './sealed-provider-secrets';

const TOKEN_BYTES = 24;

/** The settings of a connection. Absent fields keep their values. */
export interface ConnectionInput {
  webhookSecret: string;
  /**
   * Time from which signatures made with the previous secret are refused. Default: the provider's
   * `previousSecretSeconds` from now.
   */
  previousSecretExpiresAt?: Date | undefined;
  providerAccountId?: string | null | undefined;
}

/** Decrypted secrets of a connection. */
export interface ActiveSecrets {
  /** The current one first. */
  secrets: string[];
  /** Whether the current secret cannot be decrypted, because its encryption key is lost. */
  isLost: boolean;
}

/** Implements docs/payments.md#connections. */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ConnectionsRepository,
    private readonly providers: PaymentProviders,
    private readonly secrets: SecretBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Connects a provider or changes its secret. After a change, signatures made with the previous secret are
   * still accepted for some time.
   *
   * @throws ValidationFailedError if the secret is not valid for the provider; RequestError (404) for an
   *   unknown provider.
   */
  put(
    organizationId: string,
    name: string,
    input: ConnectionInput,
    precondition: Precondition<ProviderConnectionEntity> = NO_PRECONDITION,
  ): Promise<ProviderConnectionEntity> {
    const provider = this.providers.get(name);
    const problem = this.providers.secretProblem(provider, input.webhookSecret);
    if (problem !== null) {
      throw ValidationFailedError.of('webhook_secret', 'invalid_format', `webhook_secret ${problem}.`);
    }
    return this.transactions.runFor(organizationId, async (tx) => {
      const before = await this.repository.findForUpdate(tx, organizationId, name);
      precondition.assertMet(before);
      const now = this.clock.now();
      const dates = { createdAt: before?.createdAt ?? now, updatedAt: now };
      const connection: ProviderConnectionEntity = {
        organizationId,
        id: before?.id ?? newId(),
        provider: name,
        token: before?.token ?? randomBytes(TOKEN_BYTES).toString('base64url'),
        ...this.secretsAfter(organizationId, provider, before, input),
        providerAccountId:
          input.providerAccountId === undefined
            ? (before?.providerAccountId ?? null)
            : input.providerAccountId,
        secretLostAt: null,
        rowVersion: 1,
        ...dates,
      };
      return this.repository.save(tx, connection);
    });
  }

  list(organizationId: string, query: PageQuery): Promise<Page<ProviderConnectionEntity>> {
    return this.transactions.readFor(organizationId, (tx) => this.repository.list(tx, organizationId, query));
  }

  /** @throws RequestError (404) if the provider is not connected. */
  async get(organizationId: string, name: string): Promise<ProviderConnectionEntity> {
    this.providers.get(name);
    const found = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, name),
    );
    if (found === null) throw notConnected();
    return found;
  }

  /** Deletes the connection. Further webhooks are refused; received notifications can still be read. */
  delete(organizationId: string, name: string): Promise<void> {
    this.providers.get(name);
    return this.transactions.runFor(organizationId, async (tx) => {
      if (!(await this.repository.delete(tx, organizationId, name))) throw notConnected();
    });
  }

  /** Returns the secrets that are valid now, the current one first. */
  activeSecrets(connection: ProviderConnectionEntity): ActiveSecrets {
    const { organizationId, provider, sealedSecret, sealedPreviousSecret } = connection;
    const context = providerContext(organizationId, provider);
    const current = this.secrets.openIfReadable(sealedSecret, context);
    const isPreviousValid = sealedPreviousSecret !== null && isOverlapping(connection, this.clock.now());
    const previous = isPreviousValid ? this.secrets.openIfReadable(sealedPreviousSecret, context) : null;
    return { secrets: [current, previous].filter((it) => it !== null), isLost: current === null };
  }

  private secretsAfter(
    organizationId: string,
    provider: PaymentProvider,
    before: ProviderConnectionEntity | null,
    { webhookSecret, previousSecretExpiresAt }: ConnectionInput,
  ): Pick<ProviderConnectionEntity, 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretExpiresAt'> {
    const context = providerContext(organizationId, provider.name);
    const current = before === null ? null : this.secrets.openIfReadable(before.sealedSecret, context);
    if (before !== null && current === webhookSecret) {
      // Sending the current secret again keeps the previous secret, but may change when that expires.
      const { sealedSecret, sealedPreviousSecret } = before;
      const end = sealedPreviousSecret === null ? null : previousSecretExpiresAt;
      return {
        sealedSecret,
        sealedPreviousSecret,
        previousSecretExpiresAt: end ?? before.previousSecretExpiresAt,
      };
    }
    const byDefault = new Date(this.clock.now().getTime() + provider.previousSecretSeconds * 1000);
    return {
      sealedSecret: this.secrets.seal(webhookSecret, context),
      // A lost secret verifies no signature, so it has no overlap.
      sealedPreviousSecret: current === null ? null : (before?.sealedSecret ?? null),
      previousSecretExpiresAt: current === null ? null : (previousSecretExpiresAt ?? byDefault),
    };
  }
}

/** Returns whether signatures made with the previous secret are still accepted. */
function isOverlapping(connection: ProviderConnectionEntity, now: Date): boolean {
  const { previousSecretExpiresAt: end } = connection;
  return end !== null && end.getTime() > now.getTime();
}

function notConnected(): RequestError {
  return new RequestError(
    'not_found',
    'This payment provider is not connected. Connect it with PUT at this path.',
  );
}
