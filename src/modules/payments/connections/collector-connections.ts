import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { RequestError } from '../../../platform/errors/app-error';
import type { AmountTable, PaymentCollector, ProviderAccount } from '../collector-kit';
import { PaymentCollectors } from '../collectors/payment-collectors';
import { ProviderRequests } from '../provider-calls/provider-requests';
import type { StateCallRecord } from '../provider-calls/state-call-record';
import { ConnectedCollector, type ConnectedBy, type Standing } from './connected-collector';
import type { ProviderConnectionEntity } from './connection.entity';
import { ConnectionsRepository } from './connections.repository';
import { CredentialBox } from './credential-box';

/** What the calls of a connected collector belong to, for their record. */
export interface CollectorUse {
  readonly collectionId: string | null;
  readonly customerId?: string | null;
}

interface FoundConnection {
  readonly collector: PaymentCollector;
  readonly connection: ProviderConnectionEntity;
  readonly account: ProviderAccount;
}

/** Opens connections of organizations for collecting (docs/payments.md#connections). */
@Injectable()
export class CollectorConnections {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ConnectionsRepository,
    private readonly available: PaymentCollectors,
    private readonly requests: ProviderRequests,
    private readonly credentials: CredentialBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the collector of a provider on the organization's account. Reads the database, in `caller.tx` if there is one;
   * its calls must be outside of any transaction.
   *
   * @throws RequestError (400 `provider_not_connected`) without a connection, credentials, or a collector
   */
  async open(caller: Caller | string, provider: string, use: CollectorUse): Promise<ConnectedCollector> {
    const by = typeof caller === 'string' ? { organizationId: caller } : caller;
    const { collector, connection, account } = await this.find(by, provider);
    const { organizationId } = by;
    return this.on(organizationId, collector, account, use, (standing) => this.note(connection, standing));
  }

  /** Returns the record of a call that belongs to a state. @param open records that something is about to be sent */
  recordOf(caller: Caller, open: (tx: Transaction) => Promise<boolean>): StateCallRecord {
    return this.requests.recordOf(caller, open);
  }

  /**
   * Returns how a connected provider counts amounts. Asks nobody, so it may be called within the caller's transaction.
   *
   * @throws as `open`
   */
  async amountsOf(caller: Caller, provider: string): Promise<AmountTable> {
    return (await this.find(caller, provider)).collector.amounts;
  }

  /** Returns the collector on an account that may not be stored. */
  on(
    organizationId: string,
    collector: PaymentCollector,
    account: ProviderAccount,
    { collectionId, customerId = null }: CollectorUse,
    note: (standing: Standing) => Promise<void> = () => Promise.resolve(),
  ): ConnectedCollector {
    const { name: provider } = collector;
    const baseUrl = this.requests.baseUrlOf(collector, account.environment);
    const subject = { organizationId, provider, baseUrl, collectionId, customerId };
    const begin: ConnectedBy['begin'] = (record) => this.requests.begin(subject, record);
    return new ConnectedCollector(collector, { account, note, begin });
  }

  /** Returns the providers through which an organization can collect, the earliest connected first. */
  collecting(organizationId: string): Promise<string[]> {
    return this.transactions.readFor(organizationId, (tx) => this.collectingIn(tx, organizationId));
  }

  /** As `collecting`, within the transaction of another use case. */
  async collectingIn(tx: Transaction, organizationId: string): Promise<string[]> {
    const connections = await this.repository.withCredentials(tx, organizationId);
    return connections.map((it) => it.provider).filter((it) => this.available.find(it) !== null);
  }

  /** Returns the collectors of the providers through which an organization can collect, the earliest connected first. */
  async collectorsOf(organizationId: string): Promise<PaymentCollector[]> {
    const providers = await this.collecting(organizationId);
    return providers.map((it) => this.available.find(it)).filter((it) => it !== null);
  }

  private async find(caller: Caller, provider: string): Promise<FoundConnection> {
    const { organizationId } = caller;
    const collector = this.available.find(provider);
    if (collector === null) throw notConnected(`Nothing can be collected through "${provider}".`);
    const connection = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, organizationId, provider),
    );
    if (connection === null) throw notConnected(`The payment provider "${provider}" is not connected.`);
    const credentials = this.credentials.open(connection);
    if (credentials === null) {
      throw notConnected(
        `The connection to "${provider}" has no credentials: set them with PUT /v1/payment_providers/${provider}.`,
      );
    }
    return { collector, connection, account: { credentials, environment: connection.environment } };
  }

  /** Stores what a call showed about the credentials, where that is new. */
  private async note(connection: ProviderConnectionEntity, standing: Standing): Promise<void> {
    if (connection.connectionState === standing.state) return;
    const error = standing.state === 'rejected' ? standing.reason : null;
    const checked = { state: standing.state, error, at: this.clock.now() };
    await this.transactions.runFor(connection.organizationId, (tx) =>
      this.repository.noteState(tx, connection, checked),
    );
  }
}

const notConnected = (message: string): RequestError => new RequestError('provider_not_connected', message);
