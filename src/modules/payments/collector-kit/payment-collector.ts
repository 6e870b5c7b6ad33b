import { extensionPoint } from '../../../platform/extensions';
import type { ListedDispute } from '../provider-kit/disputes';
import type { AmountTable } from './amount-table';
import type { CollectedTarget } from './collected-target';
import type { ProviderHttp } from './provider-http';

/**
 * The contract of a payment collector (docs/payments.md#collecting): the adapter that takes money through one provider. A
 * collector is stateless and knows no database: it translates between this service and the API of the provider. It never
 * repeats a request that may have been received, unless the provider promises that the repetition is a no-op.
 */

export type Environment = 'live' | 'test';

/** The merchant's account at the provider, ready to be used. */
export interface ProviderAccount {
  /** By the names of `credentialFields`. Never logged or stored as they are. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly environment: Environment;
}

/** Whether the account can be used. */
export type ConnectionCheck =
  | { state: 'connected'; providerAccountId: string | null }
  | { state: 'rejected'; reason: string }
  | { state: 'unavailable'; reason: string };

/** What is collected: one try to collect one amount. */
export interface CollectionOrder {
  /** Our id of the collection. The provider keeps it as metadata (`collection_id`), so that the object can be found. */
  readonly collectionId: string;
  /** Our id of the payment, which notifications return as `payment_id` in the metadata. */
  readonly paymentId: string;
  /**
   * What is collected. The provider keeps it as metadata (`targetField`): after a restore of the database, money of a
   * collection that is forgotten settles it.
   */
  readonly target: CollectedTarget;
  /** At most 40 characters, unique for ever: collection and try. Idempotency keys, receipts and references derive from it. */
  readonly reference: string;
  /** In minor units as this service counts them; `amounts` converts. */
  readonly amountCents: bigint;
  readonly currency: string;
  /** What the payer reads, such as the number of the invoice. */
  readonly description: string;
  /** The customer at the provider, if there is one. */
  readonly providerCustomerId: string | null;
  readonly payer: { readonly name: string | null; readonly email: string | null };
  /**
   * When the try was first sent, in real time. Providers whose lists lag behind need it to tell "certainly not received"
   * from "not visible yet".
   */
  readonly requestedAt: Date;
}

/** A page of the provider on which the payer pays. */
export interface LinkOrder extends CollectionOrder {
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** A charge of a saved method, without the payer. */
export interface ChargeOrder extends CollectionOrder {
  readonly providerCustomerId: string;
  readonly providerMethodId: string;
  /** Where the payer comes back to from a strong authentication. */
  readonly returnUrl: string;
}

/** A hosted page on which the payer saves a method. */
export interface SetupOrder {
  readonly setupId: string;
  /** At most 40 characters, unique for ever. */
  readonly reference: string;
  readonly providerCustomerId: string | null;
  readonly payer: CollectionOrder['payer'];
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** Whether a declined charge may be tried again, and when (docs/payments.md#declines). */
export type DeclineClass = 'hard' | 'soft' | 'insufficient_funds';

export interface Decline {
  /** The provider's code. */
  readonly code: string;
  readonly message: string;
  readonly declineClass: DeclineClass;
}

/** Money that the provider took. */
export interface Capture {
  readonly providerPaymentId: string;
  readonly amountCents: bigint;
  readonly currency: string;
  /** What of it went back to the payer. */
  readonly refundedCents: bigint;
  /** By the provider's clock. */
  readonly capturedAt: Date;
  /** Our collection in its metadata; null for money that was not collected by this service. */
  readonly collectionId: string | null;
  /** What was collected, by its metadata. Without it, money of a forgotten collection is only shown. */
  readonly target?: CollectedTarget | null;
}

/**
 * `open`: the payer may still pay. `requires_action`: the payer has to authenticate. `processing`: money is on its way.
 * `failed`: the last try was declined. `canceled`: expired or canceled.
 */
export type ObjectStatus = 'open' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'canceled';

/** The object of the provider that collects: a session, a payment link, a payment, an order. */
export interface ObjectState {
  readonly objectId: string;
  readonly status: ObjectStatus;
  /**
   * The provider has said that the object can take no money any more, or no further money after `captures`. `failed` alone
   * does not mean it: a declined session stays open, a bank debit may be retried.
   */
  readonly isDead: boolean;
  /** Where the payer pays or authenticates; null if there is no such page. */
  readonly url: string | null;
  /** When the page ends, by the provider; null if it says nothing. */
  readonly expiresAt: Date | null;
  readonly captures: readonly Capture[];
  readonly decline: Decline | null;
}

/**
 * What a call that changes something came to. `unknown`: the request may have been received; `find` tells, later.
 * `unavailable`: it was certainly not received, or refused without effect for now (rate limit, maintenance).
 */
export type CallResult<T> =
  | { kind: 'done'; value: T }
  | { kind: 'rejected'; code: string; reason: string; isAboutCredentials: boolean }
  | { kind: 'unavailable'; reason: string }
  /** `settlesAt`: when to ask again at the latest; the request has arrived by then, if it ever does. */
  | { kind: 'unknown'; reason: string; settlesAt?: Date };

/** A refund of a capture. */
export interface RefundOrder {
  readonly refundId: string;
  /** At most 40 characters, at least 10, unique for ever. */
  readonly reference: string;
  readonly providerPaymentId: string;
  readonly amountCents: bigint;
  readonly currency: string;
  /** When the refund was first sent, in real time. */
  readonly requestedAt: Date;
}

export interface RefundState {
  readonly providerRefundId: string;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly reason: string | null;
}

/** A saved method of a payer. */
export interface ProviderMethod {
  readonly providerMethodId: string;
  /** `card`, `bank_debit`, or the provider's name of the type. */
  readonly type: string;
  /** What people recognize: `visa 4242`, `GB bank account 11`. No full number. */
  readonly label: string;
  readonly expiresOn: string | null;
  readonly isUsable: boolean;
}

/** The hosted page of a setup and what came of it. */
export interface SetupState {
  readonly setupObjectId: string;
  readonly status: 'open' | 'succeeded' | 'failed' | 'canceled';
  readonly url: string | null;
  readonly expiresAt: Date | null;
  readonly providerCustomerId: string | null;
  readonly method: ProviderMethod | null;
}

/** A page of captures, in the order of the provider. What comes in while pages are read may be on two of them. */
export interface CapturePage {
  readonly captures: readonly Capture[];
  /** Continues after this page; null for the last one. */
  readonly next: string | null;
}

/** A page of disputes, as one of captures. */
export interface DisputePage {
  readonly disputes: readonly ListedDispute[];
  readonly next: string | null;
}

/** The collectors of this installation, each under the name of its provider. */
export const PAYMENT_COLLECTORS = extensionPoint<PaymentCollector>('payment collectors');

/** Takes money through one provider. Every collector passes test/conformance/payment-collector.suite.ts. */
export interface PaymentCollector {
  /** As the name of the provider's notifications adapter. */
  readonly name: string;
  /** What payers who have a choice call the provider; its name by default. */
  readonly title?: string;
  /** Base URL by environment, without a trailing slash. PROVIDER_BASE_URLS replaces them in tests. */
  readonly baseUrls: Readonly<Record<Environment, string>>;
  /** Names of the credentials, all of them required. */
  readonly credentialFields: readonly string[];
  readonly amounts: AmountTable;
  /** The currencies of links, where they are fewer than those of `amounts`. */
  readonly linkCurrencies?: ReadonlySet<string>;
  /** Whether a link can be made dead before it expires. */
  readonly canEndLinks: boolean;

  checkConnection(http: ProviderHttp, account: ProviderAccount): Promise<ConnectionCheck>;
  createLink(
    http: ProviderHttp,
    account: ProviderAccount,
    order: LinkOrder,
  ): Promise<CallResult<ObjectState>>;
  /**
   * Begins a charge. A collector whose provider has two steps creates the object here and takes no money, so that its id is
   * known before `confirmCharge`; one whose provider has a safe repetition charges here.
   */
  createCharge(
    http: ProviderHttp,
    account: ProviderAccount,
    order: ChargeOrder,
  ): Promise<CallResult<ObjectState>>;
  /** Takes the money of an object of `createCharge`; null where there is no second step. */
  readonly confirmCharge:
    | ((
        http: ProviderHttp,
        account: ProviderAccount,
        objectId: string,
        order: ChargeOrder,
      ) => Promise<CallResult<ObjectState>>)
    | null;
  /** Reads an object by its id. `rejected` means that it does not exist. */
  read(http: ProviderHttp, account: ProviderAccount, objectId: string): Promise<CallResult<ObjectState>>;
  /**
   * Finds the object of an order whose answer was lost. `done` with null: the request was certainly not received, and no
   * object will appear. A provider that cannot tell yet answers `unknown`.
   */
  find(
    http: ProviderHttp,
    account: ProviderAccount,
    order: CollectionOrder & { readonly kind: 'link' | 'charge' },
  ): Promise<CallResult<ObjectState | null>>;
  /**
   * Ends an object, so that it takes no money any more; returns its state, which may say that it is paid or processing.
   *
   * @param confirmedAt when `confirmCharge` was last sent, which may still be under way; null: never
   */
  makeDead(
    http: ProviderHttp,
    account: ProviderAccount,
    objectId: string,
    confirmedAt: Date | null,
  ): Promise<CallResult<ObjectState>>;
  refund(http: ProviderHttp, account: ProviderAccount, order: RefundOrder): Promise<CallResult<RefundState>>;
  /** As `find`, of a refund. */
  findRefund(
    http: ProviderHttp,
    account: ProviderAccount,
    order: RefundOrder,
  ): Promise<CallResult<RefundState | null>>;
  createSetup(
    http: ProviderHttp,
    account: ProviderAccount,
    order: SetupOrder,
  ): Promise<CallResult<SetupState>>;
  readSetup(
    http: ProviderHttp,
    account: ProviderAccount,
    setupObjectId: string,
  ): Promise<CallResult<SetupState>>;
  listMethods(
    http: ProviderHttp,
    account: ProviderAccount,
    providerCustomerId: string,
  ): Promise<CallResult<readonly ProviderMethod[]>>;
  deleteMethod(
    http: ProviderHttp,
    account: ProviderAccount,
    providerCustomerId: string,
    providerMethodId: string,
  ): Promise<CallResult<null>>;
  /** Returns what was captured since an instant, page by page, also what this service did not collect. */
  listCaptures(
    http: ProviderHttp,
    account: ProviderAccount,
    since: Date,
    page: string | null,
  ): Promise<CallResult<CapturePage>>;
  /** Returns the disputes opened since an instant, page by page. Without it, only notifications tell of them. */
  listDisputes?(
    http: ProviderHttp,
    account: ProviderAccount,
    since: Date,
    page: string | null,
  ): Promise<CallResult<DisputePage>>;
}
