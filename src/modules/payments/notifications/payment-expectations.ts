import type { Transaction } from '../../../platform/database/transactions';
import { extensionPoint } from '../../../platform/extensions';

/** Learns which payments the providers have news of, and says which of them it expects (docs/payments.md#advancing). */
export const PAYMENT_EXPECTATIONS = extensionPoint<PaymentExpectation>('payment expectations');

/** The ids by which a verified notification names a payment. */
export interface PaymentNews {
  readonly organizationId: string;
  readonly provider: string;
  /** Our own id, announced to the provider as metadata. */
  readonly paymentId: string | null;
  readonly providerPaymentId: string | null;
  readonly checkoutId: string | null;
}

export interface PaymentExpectation {
  /** Returns whether the news is about something that it asks the provider about, in the transaction of the notification. */
  hear(tx: Transaction, news: PaymentNews): Promise<boolean>;
}
