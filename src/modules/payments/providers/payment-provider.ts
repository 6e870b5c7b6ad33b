import { namedExtensionPoint } from '../../../platform/extensions';

/**
 * The contract of payment provider adapters (docs/payments.md). An adapter is pure: it only parses and
 * verifies bytes and headers.
 */

/** All values of each header, by lower-case name, as in Node's `headersDistinct`. */
export type InboundHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** The outcome that a notification reports (docs/payments.md). */
export const OUTCOMES = [
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'refunded',
  /** Money of a succeeded payment was taken back, e.g. by a dispute. */
  'reversed',
  /** Money that had been taken back was returned, e.g. because a dispute was won. */
  'reinstated',
  /** An earlier reversal was deducted from a payout. It moves no money again. */
  'reversal_settled',
  'ignored',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The refund in a notification. If both amounts are null, the whole payment is refunded. */
export interface NotifiedRefund {
  /** ID of the refund at the provider; null if the notification has none. */
  id: string | null;
  amountCents: bigint | null;
  /** The total amount of the payment refunded so far, including this refund. */
  cumulativeCents: bigint | null;
  /** Whether the refund failed, so that the money stays with the merchant. */
  hasFailed: boolean;
}

/** A notification from a provider, in provider-independent terms. */
export interface ProviderNotification {
  /** Event type of the provider, e.g. `payment_intent.succeeded`. */
  eventType: string;
  /** Time by the provider's clock. It decides which of several reversals and returns of money was the last. */
  occurredAt: Date | null;
  outcome: Outcome;
  /** Our ID of the payment, which the merchant passed to the provider as metadata. */
  paymentId: string | null;
  /**
   * Further fields that may contain our ID of the payment, but also something else. A value counts only if it is the
   * ID of a payment.
   */
  otherPaymentIds: readonly string[];
  providerPaymentId: string | null;
  checkoutId: string | null;
  /** The amount received (succeeded), taken back (reversed) or returned (reinstated), in minor units. */
  amountCents: bigint | null;
  /** ISO 4217, upper case. */
  currency: string | null;
  refund: NotifiedRefund | null;
  failureReason: string | null;
  /** Why an `ignored` notification has no effect. */
  ignoredReason: string | null;
  /** Whether the payment may still fail after it succeeded, as bank debits may. */
  mayFailLate: boolean;
  /**
   * Whether the provider never sends amounts, so that a success counts as the recorded amount. Otherwise a success
   * without amount or currency is not applied and needs review.
   */
  usesRecordedAmount: boolean;
}

/** One notification within a body, not parsed yet. */
export interface ProviderItem {
  /**
   * ID of the event at the provider; null if it has none, or a malformed one, for which `read` throws. The hash of
   * `replayKey` replaces it.
   */
  eventId: string | null;
  /** The JSON text of the notification. Stored, and parsed again when the notification is reprocessed. */
  text: string;
  /** The signed part, which a replay cannot change. Its hash detects a replay under another event ID. */
  replayKey: string;
}

/** Hints at the sender of a body, read before its signature is verified. */
export interface SenderHints {
  /** IDs of the merchant's account at the provider. */
  accountIds: string[];
  /** IDs of our payments. */
  paymentIds: string[];
}

/**
 * Thrown for a notification that does not have the shape that its provider documents. The notification is
 * stored as failed; other notifications in the body are processed.
 */
export class MalformedItemError extends Error {}

/** The payment providers of this installation (docs/extending.md#payment-providers). */
export const PAYMENT_PROVIDERS = namedExtensionPoint<PaymentProvider>('payment providers');

/** The adapter for one provider. Every adapter passes test/conformance/payment-provider.suite.ts. */
export interface PaymentProvider {
  /** `{provider}` in the URL. */
  readonly name: string;
  /** The published name of the signature header. */
  readonly signatureHeader: string;
  /**
   * Default time, in seconds, for which signatures made with the previous secret are accepted after a
   * change.
   */
  readonly previousSecretSeconds: number;
  /**
   * Returns why a merchant's secret is invalid, as text that follows `webhook_secret` in an error message, such as
   * "must be base64"; null if it is valid.
   */
  secretProblem(secret: string): string | null;
  /**
   * Returns whether one of the secrets signed the body. Compares every secret with every signature in
   * constant time; never accepts a signature made with an empty secret.
   */
  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean;
  /** Returns hints at the sender. The body is unverified, so anything malformed is ignored. */
  hints(body: unknown): SenderHints;
  /**
   * Splits a verified body into its notifications.
   *
   * @throws ValidationFailedError if the body has another shape.
   */
  split(body: unknown, bodyText: string, headers: InboundHeaders): ProviderItem[];
  /**
   * Parses one notification.
   *
   * @throws MalformedItemError
   */
  read(item: unknown): ProviderNotification;
}
