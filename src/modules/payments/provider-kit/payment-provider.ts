import { extensionPoint } from '../../../platform/extensions';
import type { DisputeUpdate } from './disputes';

/**
 * The contract of a payment provider adapter (docs/extending.md#payment-providers). An adapter is pure: it reads headers
 * and bytes and returns values; it looks nothing up, writes nothing and keeps no state.
 */

/** Every value of every header, by lower-case name: `headersDistinct` of Node. */
export type InboundHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** What happened to a payment (docs/payments.md#state-table). */
export const OUTCOMES = [
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'refunded',
  'reversed',
  /** A dispute was opened or moved on; its money is still here. */
  'disputed',
  /** A dispute was won: money that it took is back. */
  'reinstated',
  'ignored',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The refund that a notification reports. Without any amount, the whole payment was refunded. */
export interface RefundUpdate {
  /** The provider's id of the refund. */
  id: string | null;
  amountCents: bigint | null;
  /** The total refunded of the payment so far, including this refund. */
  cumulativeCents: bigint | null;
  /** The refund failed: the money is still here. */
  hasFailed: boolean;
}

/** A notification in the terms of this service: what happened to which payment. */
export interface PaymentUpdate {
  /** The provider's name of the event kind, e.g. `payment_intent.succeeded`. */
  eventType: string;
  /** By the provider's clock. */
  occurredAt: Date | null;
  outcome: Outcome;
  /** Our own id of the payment, which the merchant gave the provider as metadata. */
  paymentId: string | null;
  providerPaymentId: string | null;
  checkoutId: string | null;
  /** The amount that arrived (succeeded, reinstated) or went back (reversed), in the currency's minor unit. */
  amountCents: bigint | null;
  /** ISO 4217, upper case. */
  currency: string | null;
  refund: RefundUpdate | null;
  /** The dispute that the notification is about, whatever the outcome. */
  dispute: DisputeUpdate | null;
  failureReason: string | null;
  /** Why an `ignored` notification has no effect. */
  ignoredReason: string | null;
  /** Whether the payment may still fail after it succeeded: a bank debit. */
  mayFailLate: boolean;
}

/** One notification of a verified body, before it is parsed. */
export interface RawNotification {
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

/** A notification that its provider would not write so. It is stored as failed; the others of its body go on. */
export class MalformedNotificationError extends Error {}

/** The payment providers of this installation, each under a name of its own. */
export const PAYMENT_PROVIDERS = extensionPoint<PaymentProvider>('payment providers');

/** The adapter of one provider. Every adapter passes test/conformance/payment-provider.suite.ts. */
export interface PaymentProvider {
  /** `{provider}` in the URL: lower-case letters, digits and underscores. */
  readonly name: string;
  /** The header that carries the signature, as published. */
  readonly signatureHeader: string;
  /** How long the previous secret still verifies after a change, unless the merchant sets another time. */
  readonly previousSecretSeconds: number;
  /** Returns what is wrong with a secret that a merchant enters, as the end of a sentence; null when it is usable. */
  secretProblem(secret: string): string | null;
  /**
   * Returns whether one of the secrets signed the bytes. Compares every secret with every signature in constant time,
   * as `verifySignature` does; an empty secret never verifies.
   */
  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean;
  /** Returns who may have sent the body. The body is unverified: ignores anything malformed. */
  hints(body: unknown): SenderHints;
  /** Splits a verified body into its notifications. @throws ValidationFailedError for a body of another shape. */
  split(body: unknown, bodyText: string, headers: InboundHeaders): RawNotification[];
  /** Parses one notification. @throws MalformedNotificationError */
  read(notification: unknown): PaymentUpdate;
}
