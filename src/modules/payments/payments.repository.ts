import { Injectable } from '@nestjs/common';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { PaymentEntity, PaymentRefundEntity } from './payment.entity';
import type { PaymentStatus } from './payment.rules';

registerUniqueConstraint(
  'payments_provider_payment',
  'Another payment of this organization has this provider_payment_id.',
);

export interface PaymentFilters {
  invoiceId?: string | undefined;
  paymentRequestId?: string | undefined;
  customerId?: string | undefined;
  status?: PaymentStatus | undefined;
  provider?: string | undefined;
}

/** The IDs by which a notification may identify a payment. */
export interface PaymentNames {
  paymentId: string | null;
  providerPaymentId: string | null;
  checkoutId: string | null;
}

@Injectable()
export class PaymentsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<PaymentEntity | null> {
    return tx.findOneBy(PaymentEntity, { organizationId, id });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<PaymentEntity | null> {
    return tx.findOne(PaymentEntity, {
      where: { organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * Locks the payment with this payment ID, else with this provider payment ID, else the newest with this
   * checkout ID.
   */
  async findNamedForUpdate(
    tx: Transaction,
    organizationId: string,
    provider: string,
    names: PaymentNames,
  ): Promise<PaymentEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    const choices = [
      names.paymentId === null ? null : { id: names.paymentId },
      names.providerPaymentId === null ? null : { providerPaymentId: names.providerPaymentId },
      names.checkoutId === null ? null : { providerCheckoutId: names.checkoutId },
    ].filter((it) => it !== null);
    for (const choice of choices) {
      const where = { organizationId, provider, ...choice };
      const found = await tx.findOne(PaymentEntity, { where, order: { createdAt: 'DESC' }, lock });
      if (found !== null) return found;
    }
    return null;
  }

  /**
   * Returns the IDs of the organizations that own these payments, to find the secrets to try on a
   * notification. This is the only query here that is not scoped to an organization; callers must not return
   * its result to a client.
   */
  async findOrganizationIds(tx: Transaction, ids: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ organization_id: string }[]>(
      'SELECT DISTINCT organization_id FROM payments WHERE id = ANY ($1)',
      [ids],
    );
    return rows.map((it) => it.organization_id);
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: PaymentFilters,
    query: PageQuery,
  ): Promise<Page<PaymentEntity>> {
    return findPage(tx, PaymentEntity, { ...withoutUndefined(filters), organizationId }, query);
  }

  async insert(tx: Transaction, payment: PaymentEntity): Promise<void> {
    await tx.insert(PaymentEntity, payment);
  }

  async update(tx: Transaction, payment: PaymentEntity): Promise<void> {
    const { organizationId, id, ...columns } = payment;
    await tx.update(PaymentEntity, { organizationId, id }, columns);
  }

  async findLastProvider(
    tx: Transaction,
    organizationId: string,
    customerId: string,
  ): Promise<string | null> {
    const [newest] = await tx.find(PaymentEntity, {
      select: { provider: true },
      where: { organizationId, customerId },
      order: { createdAt: 'DESC' },
      take: 1,
    });
    return newest?.provider ?? null;
  }

  isProviderPaymentIdTaken(
    tx: Transaction,
    organizationId: string,
    provider: string,
    providerPaymentId: string,
  ): Promise<boolean> {
    return tx.existsBy(PaymentEntity, { organizationId, provider, providerPaymentId });
  }

  refundsOf(tx: Transaction, organizationId: string, paymentId: string): Promise<PaymentRefundEntity[]> {
    return tx.findBy(PaymentRefundEntity, { organizationId, paymentId });
  }

  findRefund(
    tx: Transaction,
    organizationId: string,
    provider: string,
    providerRefundId: string,
  ): Promise<PaymentRefundEntity | null> {
    return tx.findOneBy(PaymentRefundEntity, { organizationId, provider, providerRefundId });
  }

  async saveRefund(tx: Transaction, refund: PaymentRefundEntity): Promise<void> {
    await tx.upsert(PaymentRefundEntity, refund, ['organizationId', 'id']);
  }
}
