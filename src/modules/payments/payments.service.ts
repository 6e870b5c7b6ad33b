import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import type { PaymentEntity } from './payment.entity';
import { PaymentCreated } from './payment.events';
import { PaymentLedger, about } from './payment-ledger';
import { PaymentOpening, type PaymentPurpose } from './payment-opening';
import { PaymentRefunds } from './payment-refunds';
import { PaymentsRepository, type PaymentFilters } from './payments.repository';
import { PaymentProviders } from './providers/payment-providers';

const BY_HAND = { provider: 'manual', providerPaymentId: null, providerCheckoutId: null } as const;

/** Implements docs/billing-rules.md#payments. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PaymentsRepository,
    private readonly opening: PaymentOpening,
    private readonly providers: PaymentProviders,
    private readonly ledger: PaymentLedger,
    private readonly refunds: PaymentRefunds,
  ) {}

  /**
   * Records money received outside a provider. The payment succeeds immediately.
   *
   * @throws ValidationFailedError for an unknown target, or a currency other than that of the amount due;
   *   InvalidStateError if the amount exceeds the amount due.
   */
  record(organizationId: string, input: PaymentPurpose & { amountCents: bigint }): Promise<PaymentEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const opened = await this.opening.open(tx, organizationId, { ...input, ...BY_HAND });
      const received = { amountCents: opened.amountCents, at: null };
      const created = (payment: PaymentEntity) => [PaymentCreated.of(about(payment))];
      const { payment } = await this.ledger.succeed(tx, opened, received, created);
      return payment;
    });
  }

  /** @throws ValidationFailedError for an unknown provider. */
  async list(
    organizationId: string,
    filters: PaymentFilters,
    query: PageQuery,
  ): Promise<Page<PaymentEntity>> {
    if (filters.provider !== undefined) this.providers.assertKnown(filters.provider);
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  async get(organizationId: string, id: string): Promise<PaymentEntity> {
    const payment = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (payment === null) throw new NotFoundError('payment');
    return payment;
  }

  /**
   * Returns the provider of the customer's newest payment; null if the customer has no payment, or if the
   * provider is no longer installed.
   */
  async lastProvider(tx: Transaction, organizationId: string, customerId: string): Promise<string | null> {
    const name = await this.repository.findLastProvider(tx, organizationId, customerId);
    return name === null || this.providers.find(name) === null ? null : name;
  }

  /**
   * Records a refund made outside a provider.
   *
   * @param amountCents null for all money of the payment that is here and not yet refunded.
   * @throws InvalidStateError if the payment has not succeeded, or the amount exceeds the amount not yet
   *   refunded.
   */
  refund(organizationId: string, id: string, amountCents: bigint | null): Promise<PaymentEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const payment = await this.repository.findForUpdate(tx, organizationId, id);
      if (payment === null) throw new NotFoundError('payment');
      return this.refunds.record(tx, payment, amountCents);
    });
  }
}
