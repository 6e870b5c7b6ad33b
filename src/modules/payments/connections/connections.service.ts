import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { RequestError, ValidationFailedError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { SecretBox, type SecretContext } from '../../../platform/secrets/secret-box';
import type { PaymentProvider } from '../provider-kit/payment-provider';
import { PaymentProviders } from '../providers/payment-providers';
import { collectingPart, ConnectionChecks, type CollectingInput } from './connection-checks';
import { SECRET_PURPOSE, type ProviderConnectionEntity } from './connection.entity';
import { ConnectionsRepository } from './connections.repository';

const TOKEN_BYTES = 24;

/** The settings of a connection. Absent fields keep their value. */
export interface ConnectionInput extends CollectingInput {
  /** Required for a new connection. */
  webhookSecret?: string | undefined;
  /** Until when the previous secret still verifies; absent: the provider's default. */
  previousSecretExpiresAt?: Date | undefined;
  providerAccountId?: string | null | undefined;
}

/** Use cases of connections to payment providers (docs/payments.md#connections). */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ConnectionsRepository,
    private readonly providers: PaymentProviders,
    private readonly secrets: SecretBox,
    private readonly checks: ConnectionChecks,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Connects a provider, or changes its secret or its credentials. The previous secret overlaps; the provider is asked
   * whether the credentials are good, and its answer becomes the state of the connection.
   *
   * @param represent returns what GET shows, for the precondition; it depends on the address of the request
   * @throws ValidationFailedError
   */
  async put(
    caller: Caller,
    name: string,
    input: ConnectionInput,
    represent: (connection: ProviderConnectionEntity) => object,
  ): Promise<ProviderConnectionEntity> {
    const provider = this.providers.get(name);
    const { organizationId } = caller;
    const known = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, organizationId, name),
    );
    await this.assertSecret(provider, input, known);
    const { foundAccountId, ...checked } = await this.checks.check(organizationId, name, known, input);
    return this.transactions.runFor(caller, async (tx) => {
      const before = await this.repository.findForUpdate(tx, organizationId, name);
      caller.precondition?.check(before === null ? null : represent(before));
      // Disconnected meanwhile: there is no secret to keep.
      if (before === null && input.webhookSecret === undefined) throw secretRequired();
      const now = this.clock.now();
      const { providerAccountId = before?.providerAccountId ?? foundAccountId } = input;
      const connection: ProviderConnectionEntity = {
        organizationId,
        id: before?.id ?? newId(),
        provider: name,
        token: before?.token ?? randomBytes(TOKEN_BYTES).toString('base64url'),
        ...this.secretsAfter(organizationId, provider, before, input),
        ...(isStale(before, known, input) ? collectingPart(before) : checked),
        providerAccountId,
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
      };
      await this.repository.save(tx, connection);
      return connection;
    });
  }

  list(caller: Caller, query: PageQuery): Promise<Page<ProviderConnectionEntity>> {
    return this.transactions.readFor(caller, (tx) => this.repository.list(tx, caller.organizationId, query));
  }

  /** @throws RequestError (404) when it is not connected. */
  async get(caller: Caller, name: string): Promise<ProviderConnectionEntity> {
    this.providers.get(name);
    const found = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, name),
    );
    if (found === null) throw notConnected();
    return found;
  }

  /** Deletes the connection: further webhooks are refused, received notifications stay readable. */
  delete(caller: Caller, name: string): Promise<ProviderConnectionEntity> {
    this.providers.get(name);
    return this.transactions.runFor(caller, async (tx) => {
      const connection = await this.repository.findForUpdate(tx, caller.organizationId, name);
      if (connection === null) throw notConnected();
      await this.repository.delete(tx, caller.organizationId, name);
      return connection;
    });
  }

  /** Returns the secrets that verify now, the current one first, and whether one of them cannot be decrypted. */
  activeSecrets(connection: ProviderConnectionEntity): { secrets: string[]; hasUnreadable: boolean } {
    const { organizationId, provider, sealedSecret, sealedPreviousSecret } = connection;
    const context = contextOf(organizationId, provider);
    const previous = isOverlapping(connection, this.clock.now()) ? sealedPreviousSecret : null;
    const opened = [sealedSecret, previous]
      .filter((it) => it !== null)
      .map((it) => this.secrets.openIfReadable(it, context));
    const secrets = opened.filter((it) => it !== null);
    return { secrets, hasUnreadable: secrets.length < opened.length };
  }

  /** @throws ValidationFailedError for a secret that is missing or cannot be one of the provider. */
  private async assertSecret(
    provider: PaymentProvider,
    { webhookSecret }: ConnectionInput,
    known: ProviderConnectionEntity | null,
  ): Promise<void> {
    if (webhookSecret === undefined) {
      if (known === null) throw secretRequired();
      return;
    }
    const problem = await this.providers.secretProblem(provider, webhookSecret);
    if (problem !== null) {
      throw ValidationFailedError.of('webhook_secret', 'invalid_format', `webhook_secret ${problem}.`);
    }
  }

  private secretsAfter(
    organizationId: string,
    provider: PaymentProvider,
    before: ProviderConnectionEntity | null,
    { webhookSecret, previousSecretExpiresAt }: ConnectionInput,
  ): Pick<ProviderConnectionEntity, 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretExpiresAt'> {
    const context = contextOf(organizationId, provider.name);
    // What cannot be decrypted verifies nothing: it is dropped.
    const open = (it: string | null): string | null =>
      it === null ? null : this.secrets.openIfReadable(it, context);
    const current = open(before?.sealedSecret ?? null);
    if (before !== null && (webhookSecret === undefined || current === webhookSecret)) {
      // The same secret again only moves the end of the previous one.
      const previous = open(before.sealedPreviousSecret) === null ? null : before.sealedPreviousSecret;
      const end = previousSecretExpiresAt ?? before.previousSecretExpiresAt;
      return {
        sealedSecret: before.sealedSecret,
        sealedPreviousSecret: previous,
        previousSecretExpiresAt: previous === null ? null : end,
      };
    }
    if (webhookSecret === undefined) throw secretRequired();
    const byDefault = new Date(this.clock.now().getTime() + provider.previousSecretSeconds * 1000);
    return {
      sealedSecret: this.secrets.seal(webhookSecret, context),
      sealedPreviousSecret: current === null ? null : (before?.sealedSecret ?? null),
      previousSecretExpiresAt: current === null ? null : (previousSecretExpiresAt ?? byDefault),
    };
  }
}

/** Whether others have changed the credentials while the provider was asked about those that the request keeps. */
function isStale(
  before: ProviderConnectionEntity | null,
  known: ProviderConnectionEntity | null,
  { credentials }: ConnectionInput,
): before is ProviderConnectionEntity {
  if (before === null || credentials !== undefined) return false;
  return before.sealedCredentials !== (known?.sealedCredentials ?? null);
}

/** Returns whether the previous secret still verifies. */
function isOverlapping(connection: ProviderConnectionEntity, now: Date): boolean {
  const { previousSecretExpiresAt: end } = connection;
  return end !== null && end.getTime() > now.getTime();
}

const contextOf = (organizationId: string, provider: string): SecretContext => ({
  purpose: SECRET_PURPOSE,
  organizationId,
  row: provider,
});

const secretRequired = (): ValidationFailedError =>
  ValidationFailedError.of('webhook_secret', 'required', 'webhook_secret is required for a new connection.');

function notConnected(): RequestError {
  return new RequestError('not_found', 'This payment provider is not connected.');
}
