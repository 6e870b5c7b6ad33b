import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { InvalidStateError, NotFoundError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import type { AmountTable } from '../collector-kit';
import { CollectorConnections } from '../connections/collector-connections';
import type { PaymentEntity } from '../ledger/payment.entity';
import { MANUAL } from '../ledger/payment-opening';
import { PaymentRefunds, type RefundByHand } from '../ledger/payment-refunds';
import { PaymentsRepository } from '../ledger/payments.repository';
import { assertExpressible } from './refund-amounts';
import type { RefundOrderEntity } from './refund-order.entity';
import { RefundOrders } from './refund-orders';
import { RefundOrdersRepository, type RefundFilters } from './refund-orders.repository';

/** Use cases of refunds through providers (docs/payments.md#refunds-through-the-provider). */
@Injectable()
export class RefundsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: RefundOrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly refunds: PaymentRefunds,
    private readonly orders: RefundOrders,
    private readonly connections: CollectorConnections,
  ) {}

  /**
   * Orders a refund, which the provider makes after the commit.
   *
   * @throws InvalidStateError when nothing can be refunded through a provider; RequestError (400 `provider_not_connected`);
   *   ValidationFailedError for more than is left, and for an amount that the provider cannot express
   */
  async order(caller: Caller, id: string, wish: RefundByHand): Promise<RefundOrderEntity> {
    const amounts = await this.amountsOf(caller, await this.payment(caller, id));
    return this.transactions.runFor(caller, async (tx) => {
      const payment = await this.payments.findForUpdate(tx, caller.organizationId, id);
      if (payment === null) throw new NotFoundError('payment');
      const { amount } = await this.refunds.orderable(tx, payment, wish);
      assertExpressible('amount_cents', amounts, amount, payment.currency);
      const { creditNoteId } = wish;
      const reason = creditNoteId === null ? 'request' : 'credit_note';
      return this.orders.order(tx, payment, { amountCents: amount, reason, creditNoteId });
    });
  }

  list(caller: Caller, filters: RefundFilters, query: PageQuery): Promise<Page<RefundOrderEntity>> {
    return this.transactions.readFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  async get(caller: Caller, id: string): Promise<RefundOrderEntity> {
    const order = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (order === null) throw new NotFoundError('refund');
    return order;
  }

  private async payment(caller: Caller, id: string): Promise<PaymentEntity> {
    const payment = await this.transactions.readFor(caller, (tx) =>
      this.payments.find(tx, caller.organizationId, id),
    );
    if (payment === null) throw new NotFoundError('payment');
    return payment;
  }

  /** Returns how the provider counts amounts, once it is certain that it can be asked for a refund. */
  private async amountsOf(caller: Caller, payment: PaymentEntity): Promise<AmountTable> {
    const { provider, providerPaymentId } = payment;
    if (provider === MANUAL || providerPaymentId === null) {
      throw new InvalidStateError(
        'No provider took this payment: record its refund with POST /v1/payments/{id}/refund.',
      );
    }
    return this.connections.amountsOf(caller, provider);
  }
}
