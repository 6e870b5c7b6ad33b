import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { NotFoundError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import type { PaymentEntity } from './payment.entity';
import { PaymentCreated } from './payment.events';
import { PaymentLedger, eventAbout } from './payment-ledger';
import { MANUAL, PaymentOpening, type PaymentPurpose } from './payment-opening';
import { PaymentRefunds, type RefundByHand } from './payment-refunds';
import { PaymentProviders } from '../providers/payment-providers';
import { PaymentsRepository, type PaymentFilters } from './payments.repository';

const BY_HAND = { provider: MANUAL, providerPaymentId: null, providerCheckoutId: null } as const;

/** Use cases of payments (docs/billing-rules.md#payments). */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PaymentsRepository,
    private readonly opening: PaymentOpening,
    private readonly ledger: PaymentLedger,
    private readonly refunds: PaymentRefunds,
    private readonly providers: PaymentProviders,
  ) {}

  /**
   * Records money received outside a provider. The payment succeeds immediately.
   *
   * @throws ValidationFailedError for an unknown invoice or payment request and for another currency;
   *   InvalidStateError for more than is due; CollectionInFlightError while the provider may still take the money.
   */
  record(caller: Caller, input: PaymentPurpose & { amountCents: bigint }): Promise<PaymentEntity> {
    return this.transactions.runFor(caller, async (tx) => {
      const opened = await this.opening.openByHand(tx, caller.organizationId, { ...input, ...BY_HAND });
      const received = { amountCents: opened.amountCents, at: null, refundsSurplus: false };
      const created = (payment: PaymentEntity) => [PaymentCreated.of(eventAbout(payment))];
      const { payment } = await this.ledger.succeed(tx, opened, received, created);
      return payment;
    });
  }

  /** @throws ValidationFailedError when the filter names an unknown provider. */
  async list(caller: Caller, filters: PaymentFilters, query: PageQuery): Promise<Page<PaymentEntity>> {
    if (filters.provider !== undefined) this.providers.assertKnown(filters.provider);
    return this.transactions.reportFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  async get(caller: Caller, id: string): Promise<PaymentEntity> {
    const payment = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (payment === null) throw new NotFoundError('payment');
    return payment;
  }

  /**
   * Records a refund made outside a provider.
   *
   * @throws as PaymentRefunds.record
   */
  refund(caller: Caller, id: string, refund: RefundByHand): Promise<PaymentEntity> {
    return this.transactions.runFor(caller, async (tx) => {
      const payment = await this.repository.findForUpdate(tx, caller.organizationId, id);
      if (payment === null) throw new NotFoundError('payment');
      return this.refunds.record(tx, payment, refund);
    });
  }
}
