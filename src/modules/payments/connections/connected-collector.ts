import { logger } from '../../../platform/observability/logger';
import { ExtensionFailedError } from '../../../platform/extensions';
import {
  InexpressibleAmountError,
  PAYMENT_COLLECTORS,
  type AmountTable,
  type CallResult,
  type CapturePage,
  type ChargeOrder,
  type CollectionOrder,
  type DisputePage,
  type ConnectionCheck,
  type LinkOrder,
  type ObjectState,
  type PaymentCollector,
  type ProviderAccount,
  type ProviderHttp,
  type ProviderMethod,
  type RefundOrder,
  type RefundState,
  type SetupOrder,
  type SetupState,
} from '../collector-kit';
import type { StateCallRecord } from '../provider-calls/state-call-record';
import type { TrackedHttp } from '../provider-calls/tracked-http';

/** What a call showed about the connection. */
export type Standing = { state: 'connected' } | { state: 'rejected'; reason: string };

/** What a connected collector needs from its connection. */
export interface ConnectedBy {
  readonly account: ProviderAccount;
  /** Begins a call, whose requests share one deadline. */
  readonly begin: (record?: StateCallRecord) => TrackedHttp;
  /** Takes what a call showed about the credentials. */
  readonly note: (standing: Standing) => Promise<void>;
}

type Call<T> = (http: ProviderHttp, account: ProviderAccount) => Promise<CallResult<T>>;

/**
 * A collector on the account of an organization: the methods of PaymentCollector without connection and account. A
 * collector that throws has failed; if it had sent something by then, the result is unknown.
 */
export class ConnectedCollector {
  readonly name: string;
  readonly amounts: AmountTable;
  readonly canEndLinks: boolean;
  /** Whether `createCharge` takes no money yet. */
  readonly confirms: boolean;

  constructor(
    private readonly collector: PaymentCollector,
    private readonly connection: ConnectedBy,
    private readonly record?: StateCallRecord,
  ) {
    this.name = collector.name;
    this.amounts = collector.amounts;
    this.canEndLinks = collector.canEndLinks;
    this.confirms = collector.confirmCharge !== null;
  }

  /** Returns the collector for a call that is recorded with the state it belongs to. */
  recordedIn(record: StateCallRecord): ConnectedCollector {
    return new ConnectedCollector(this.collector, this.connection, record);
  }

  checkConnection(): Promise<ConnectionCheck> {
    const { account, begin } = this.connection;
    return this.collector.checkConnection(begin(), account);
  }

  createLink(order: LinkOrder): Promise<CallResult<ObjectState>> {
    return this.call((http, account) => this.collector.createLink(http, account, order));
  }

  createCharge(order: ChargeOrder): Promise<CallResult<ObjectState>> {
    return this.call((http, account) => this.collector.createCharge(http, account, order));
  }

  /** Takes the money of a charge, where the collector `confirms`. */
  confirmCharge(objectId: string, order: ChargeOrder): Promise<CallResult<ObjectState>> {
    const { confirmCharge } = this.collector;
    if (confirmCharge === null) throw new Error(`${this.name} charges in one step`);
    return this.call((http, account) => confirmCharge.call(this.collector, http, account, objectId, order));
  }

  read(objectId: string): Promise<CallResult<ObjectState>> {
    return this.call((http, account) => this.collector.read(http, account, objectId));
  }

  find(
    order: CollectionOrder & { readonly kind: 'link' | 'charge' },
  ): Promise<CallResult<ObjectState | null>> {
    return this.call((http, account) => this.collector.find(http, account, order));
  }

  makeDead(objectId: string, confirmedAt: Date | null): Promise<CallResult<ObjectState>> {
    return this.call((http, account) => this.collector.makeDead(http, account, objectId, confirmedAt));
  }

  refund(order: RefundOrder): Promise<CallResult<RefundState>> {
    return this.call((http, account) => this.collector.refund(http, account, order));
  }

  findRefund(order: RefundOrder): Promise<CallResult<RefundState | null>> {
    return this.call((http, account) => this.collector.findRefund(http, account, order));
  }

  createSetup(order: SetupOrder): Promise<CallResult<SetupState>> {
    return this.call((http, account) => this.collector.createSetup(http, account, order));
  }

  readSetup(setupObjectId: string): Promise<CallResult<SetupState>> {
    return this.call((http, account) => this.collector.readSetup(http, account, setupObjectId));
  }

  listMethods(providerCustomerId: string): Promise<CallResult<readonly ProviderMethod[]>> {
    return this.call((http, account) => this.collector.listMethods(http, account, providerCustomerId));
  }

  deleteMethod(providerCustomerId: string, providerMethodId: string): Promise<CallResult<null>> {
    return this.call((http, account) =>
      this.collector.deleteMethod(http, account, providerCustomerId, providerMethodId),
    );
  }

  listCaptures(since: Date, page: string | null): Promise<CallResult<CapturePage>> {
    return this.call((http, account) => this.collector.listCaptures(http, account, since, page));
  }

  /** None where the collector does not list disputes. */
  listDisputes(since: Date, page: string | null): Promise<CallResult<DisputePage>> {
    const { collector } = this;
    if (collector.listDisputes === undefined) {
      return Promise.resolve({ kind: 'done', value: { disputes: [], next: null } });
    }
    const list = collector.listDisputes.bind(collector);
    return this.call((http, account) => list(http, account, since, page));
  }

  private async call<T>(work: Call<T>): Promise<CallResult<T>> {
    const http = this.connection.begin(this.record);
    const result = await work(http, this.connection.account).catch((error: unknown) => {
      this.record?.assertOpened();
      return this.failure(error, http);
    });
    this.record?.assertOpened();
    if (result.kind === 'done') await this.connection.note({ state: 'connected' });
    else if (result.kind === 'rejected' && result.isAboutCredentials)
      await this.connection.note({ state: 'rejected', reason: result.reason });
    return result;
  }

  private failure(error: unknown, { hasWritten }: TrackedHttp): CallResult<never> {
    if (error instanceof InexpressibleAmountError && !hasWritten) {
      const { message: reason } = error;
      return { kind: 'rejected', code: 'amount_not_supported', reason, isAboutCredentials: false };
    }
    const message = error instanceof Error ? error.message : String(error);
    const failed = new ExtensionFailedError(PAYMENT_COLLECTORS.name, this.name, message, { cause: error });
    if (!hasWritten) throw failed;
    logger.error(
      { err: failed, provider: this.name },
      'A payment collector failed after it had sent a request',
    );
    return { kind: 'unknown', reason: failed.message };
  }
}
