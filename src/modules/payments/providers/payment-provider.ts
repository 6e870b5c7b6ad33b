/**
 * The contract of payment provider adapters (docs/payments.md). An adapter is pure: it parses and verifies bytes and
 * headers, and neither reads nor writes anything else.
 */

/** Every value of every header, by its lower-case name: Node's `headersDistinct`. */
export type InboundHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** What happened to a payment (docs/payments.md). */
export const OUTCOMES = [
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'refunded',
  'reversed',
  'ignored',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The refund of a notification. Without any amount, the whole payment. */
export interface NotifiedRefund {
  /** The provider's id of the refund. */
  id: string | null;
  amountCents: bigint | null;
  /** The total refunded of the payment so far, including this refund. */
  cumulativeCents: bigint | null;
  /** The refund failed: the money is still here. */
  hasFailed: boolean;
}

/** A notification of a provider, in our terms. */
export interface ProviderNotification {
  /** The provider's name of the event kind, e.g. `payment_intent.succeeded`. */
  eventType: string;
  /** By the provider's clock. */
  occurredAt: Date | null;
  outcome: Outcome;
  /** Our own id of the payment, which the merchant gave the provider as metadata. */
  paymentId: string | null;
  providerPaymentId: string | null;
  checkoutId: string | null;
  /** The amount that arrived (succeeded) or went back (reversed), in the currency's minor unit. */
  amountCents: bigint | null;
  /** ISO 4217, upper case. */
  currency: string | null;
  refund: NotifiedRefund | null;
  failureReason: string | null;
  /** Why an `ignored` notification has no effect. */
  ignoredReason: string | null;
  /** Whether the payment may still fail after it succeeded: a bank debit. */
  mayFailLate: boolean;
}

/** One notification within a body, not parsed yet. */
export interface ProviderItem {
  /** The provider's id of the event; null when it gives none. */
  eventId: string | null;
  /** The JSON text of the notification. It is stored, and parsed again when the notification is reprocessed. */
  text: string;
  /** What a replay cannot change. Its hash detects a replay under another event id. */
  replayKey: string;
}

/** Who may have sent a body, read before its signature is verified. */
export interface SenderHints {
  /** Ids of the merchant's account at the provider. */
  accountIds: string[];
  /** Ids of our payments. */
  paymentIds: string[];
}

/**
 * A notification of another shape than its provider documents. It is stored as failed; the others of its body are
 * processed.
 */
export class MalformedItemError extends Error {}

/** The adapter of one provider. Every adapter passes test/conformance/payment-provider.suite.ts. */
export interface PaymentProvider {
  /** `{provider}` in the URL. */
  readonly name: string;
  /** The header that carries the signature, as published. */
  readonly signatureHeader: string;
  /** How long the previous secret still verifies after a change, unless the merchant sets another time. */
  readonly previousSecretSeconds: number;
  /** Returns what is wrong with a secret that a merchant enters, as the end of a sentence; null when it is usable. */
  secretProblem(secret: string): string | null;
  /**
   * Returns whether one of the secrets signed the bytes. Compares every secret with every signature in constant time;
   * an empty secret never verifies.
   */
  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean;
  /** Returns who may have sent the body. The body is unverified: ignores anything malformed. */
  hints(body: unknown): SenderHints;
  /** Splits a verified body into its notifications. @throws ValidationFailedError for a body of another shape. */
  split(body: unknown, bodyText: string, headers: InboundHeaders): ProviderItem[];
  /** Parses one notification. @throws MalformedItemError */
  read(item: unknown): ProviderNotification;
}
