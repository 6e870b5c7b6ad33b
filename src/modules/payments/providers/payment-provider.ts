/**
 * What a payment provider sends us and how we know that it was the provider (providers.md). An adapter is pure:
 * it reads bytes and headers and answers; nothing is looked up or written.
 */

/** Every value of every header, by its lower-case name: Node's `headersDistinct`. */
export type InboundHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** What a notification says about a payment, in our words (providers.md, section 4). */
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

/** The refund that a notification tells of. Without any amount, the whole payment. */
export interface NotifiedRefund {
  /** The provider's id of the refund. */
  id: string | null;
  amountCents: bigint | null;
  /** Everything refunded of the payment so far, this refund included. */
  cumulativeCents: bigint | null;
  /** The refund came to nothing: the money is still here. */
  hasFailed: boolean;
}

/** One thing that a provider tells, in our words. */
export interface ProviderNotification {
  /** The provider's name of the kind, e.g. `payment_intent.succeeded`. */
  eventType: string;
  /** By the provider's clock. */
  occurredAt: Date | null;
  outcome: Outcome;
  /** Our own id of the payment, which the merchant gave the provider as metadata. */
  paymentId: string | null;
  providerPaymentId: string | null;
  checkoutId: string | null;
  /** What came (succeeded) or went back (reversed), in the currency's minor unit. */
  amountCents: bigint | null;
  /** ISO 4217, upper case. */
  currency: string | null;
  refund: NotifiedRefund | null;
  failureReason: string | null;
  /** Why nothing is to be done, for `ignored`. */
  ignoredReason: string | null;
  /** Success or failure of a payment that may fail after it succeeded: a bank debit. */
  mayFailLate: boolean;
}

/** One notification within a body, before it is understood. */
export interface ProviderItem {
  /** What the provider calls the event; null when it names none. */
  eventId: string | null;
  /** The JSON text of the item: what is kept, and understood again when it is reprocessed. */
  text: string;
  /** What a replay cannot change: its hash finds the item a second time under another event id. */
  replayKey: string;
}

/** Who might have sent a body, read before its signature is known to be right. */
export interface SenderHints {
  /** Ids of the merchant's account at the provider. */
  accountIds: string[];
  /** Ids of our payments. */
  paymentIds: string[];
}

/** An item that is not as its provider writes them. It is kept as failed; the others of its body go on. */
export class MalformedItemError extends Error {}

/** Adapter of one provider. test/conformance/payment-provider.suite.ts is what every one must pass. */
export interface PaymentProvider {
  /** `{provider}` in the URL. */
  readonly name: string;
  /** The header that carries the signature, as published. */
  readonly signatureHeader: string;
  /** How long the secret before a change still verifies, unless the merchant says otherwise. */
  readonly previousSecretSeconds: number;
  /** What is wrong with a secret that a merchant enters, as the end of a sentence; null when it is usable. */
  secretProblem(secret: string): string | null;
  /**
   * Whether the bytes were signed with one of the secrets. Every secret is compared with every signature in
   * constant time; an empty secret never verifies.
   */
  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean;
  /** Of a body that nobody vouches for: whatever is not as it should be is no hint. */
  hints(body: unknown): SenderHints;
  /** The items of a verified body. @throws ValidationFailedError when the body is not the provider's at all. */
  split(body: unknown, bodyText: string, headers: InboundHeaders): ProviderItem[];
  /** Understands one item. @throws MalformedItemError */
  read(item: unknown): ProviderNotification;
}
