import { Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { Outbox } from '../../../platform/outbox/outbox';
import { NotificationProcessor } from '../notifications/notification-processor';
import { PaymentProviders } from '../providers/payment-providers';
import type { TargetKey } from '../targets/payment-targets';
import type { PaymentEntity } from './payment.entity';
import { PaymentCreated } from './payment.events';
import { eventAbout } from './payment-ledger';
import { MANUAL, PaymentOpening, type ExpectedPayment } from './payment-opening';
import { PaymentsRepository } from './payments.repository';

/** Registers payments that a provider reports on (docs/payments.md#registering-a-payment). */
@Injectable()
export class PaymentRegistration {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PaymentsRepository,
    private readonly opening: PaymentOpening,
    private readonly providers: PaymentProviders,
    private readonly processor: NotificationProcessor,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Registers a payment. Notifications received before registration are applied now, so it may already have succeeded.
   *
   * @throws as PaymentsService.record; ConflictError for a provider_payment_id that another payment has.
   */
  register(caller: Caller, input: ExpectedPayment): Promise<PaymentEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const { provider, providerPaymentId } = input;
      if (providerPaymentId === null) return this.open(tx, organizationId, input);
      const sender = { organizationId, provider };
      // The lock comes first: without it, this transaction and one of a notification could miss each other.
      await this.processor.lockProviderPayment(tx, sender, providerPaymentId);
      const opened = await this.open(tx, organizationId, input);
      await this.processor.applyUnmatched(tx, sender, providerPaymentId);
      return (await this.repository.find(tx, organizationId, opened.id)) ?? opened;
    });
  }

  /**
   * Registers a payment of everything that is due, through the provider of the customer's newest payment. Falls back to
   * `manual` for customers without a previous payment, and where the provider is no longer installed.
   */
  async registerNext(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    target: TargetKey,
  ): Promise<PaymentEntity> {
    const last = await this.repository.findLastProvider(tx, organizationId, customerId);
    const provider = last === null || this.providers.find(last) === null ? MANUAL : last;
    return this.open(tx, organizationId, {
      target,
      provider,
      providerPaymentId: null,
      providerCheckoutId: null,
      amountCents: null,
      currency: null,
      reference: null,
      metadata: {},
    });
  }

  private async open(
    tx: Transaction,
    organizationId: string,
    input: ExpectedPayment,
  ): Promise<PaymentEntity> {
    const payment = await this.opening.open(tx, organizationId, input);
    await this.outbox.append(tx, PaymentCreated.of(eventAbout(payment)));
    return payment;
  }
}
