import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { Outbox } from '../../platform/outbox/outbox';
import { Inbox } from './notifications/inbox';
import type { PaymentEntity } from './payment.entity';
import { PaymentCreated } from './payment.events';
import { about } from './payment-ledger';
import { PaymentOpening, type ExpectedPayment } from './payment-opening';
import { PaymentsRepository } from './payments.repository';

/** Registers payments that a provider will report on (docs/payments.md). */
@Injectable()
export class PaymentRegistration {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PaymentsRepository,
    private readonly opening: PaymentOpening,
    private readonly inbox: Inbox,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Registers a payment. Applies notifications received before registration, so the payment may already have
   * succeeded.
   *
   * @throws the same errors as PaymentOpening.open; ConflictError if another payment has the
   *   provider_payment_id.
   */
  register(organizationId: string, input: ExpectedPayment): Promise<PaymentEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const { provider, providerPaymentId } = input;
      const open = () => this.openAndTell(tx, organizationId, input);
      if (providerPaymentId === null) return open();
      const opened = await this.inbox.around(tx, { organizationId, provider }, providerPaymentId, open);
      return (await this.repository.find(tx, organizationId, opened.id)) ?? opened;
    });
  }

  private async openAndTell(
    tx: Transaction,
    organizationId: string,
    input: ExpectedPayment,
  ): Promise<PaymentEntity> {
    const payment = await this.opening.open(tx, organizationId, input);
    await this.outbox.append(tx, PaymentCreated.of(about(payment)));
    return payment;
  }
}
