import { Injectable } from '@nestjs/common';
import { And, In, LessThan, MoreThanOrEqual } from 'typeorm';
import { findPage } from '../../../platform/database/find-page';
import { registerUniqueConstraint } from '../../../platform/database/pg-errors';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import { PaymentEntity, PaymentRefundEntity } from './payment.entity';
import type { PaymentStatus } from './payment.rules';

registerUniqueConstraint(
  'payments_provider_payment',
  'Another payment of this organization has this provider_payment_id.',
);

export interface PaymentFilters {
  invoiceId?: string | undefined;
  paymentRequestId?: string | undefined;
  targetId?: string | undefined;
  customerId?: string | undefined;
  status?: PaymentStatus | undefined;
  provider?: string | undefined;
  needsReview?: boolean | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
}

/** The ids by which a notification may name a payment. */
export interface PaymentReference {
  paymentId: string | null;
  providerPaymentId: string | null;
  checkoutId: string | null;
}

/** Queries of payments and refunds. */
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

  /** Locks the succeeded payments that paid an invoice, the oldest first. */
  lockSucceededOf(tx: Transaction, organizationId: string, invoiceId: string): Promise<PaymentEntity[]> {
    return tx
      .createQueryBuilder(PaymentEntity, 'payment')
      .where(
        `payment.organization_id = :organizationId AND payment.status = 'succeeded' AND payment.id IN (
           SELECT source_id FROM invoice_settlements
            WHERE organization_id = :organizationId AND invoice_id = :invoiceId AND source = 'payment')`,
        { organizationId, invoiceId },
      )
      .orderBy('payment.id')
      .setLock('pessimistic_write')
      .getMany();
  }

  /** Marks the payments that paid an invoice for review. */
  async markForReview(tx: Transaction, organizationId: string, invoiceId: string): Promise<void> {
    await tx.query(
      `UPDATE payments SET needs_review = true
        WHERE organization_id = $1 AND id IN (
          SELECT source_id FROM invoice_settlements
           WHERE organization_id = $1 AND invoice_id = $2 AND source = 'payment' AND amount_cents > 0)`,
      [organizationId, invoiceId],
    );
  }

  /**
   * Whether a payment of one of the invoices, also one of several, was disputed, or its money taken back. What a payment
   * applied keeps its row when it is reversed.
   */
  async hasReversed(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `SELECT 1 FROM invoice_settlements AS settlement
         JOIN payments AS payment
           ON payment.organization_id = settlement.organization_id AND payment.id = settlement.source_id
        WHERE settlement.organization_id = $1 AND settlement.invoice_id = ANY ($2) AND settlement.source = 'payment'
          AND (payment.reversed_at IS NOT NULL
            OR EXISTS (SELECT 1 FROM disputes AS dispute
                        WHERE dispute.organization_id = $1 AND dispute.payment_id = payment.id))
        LIMIT 1`,
      [organizationId, invoiceIds],
    );
    return rows.length > 0;
  }

  findByProviderId(
    tx: Transaction,
    organizationId: string,
    provider: string,
    providerPaymentId: string,
  ): Promise<PaymentEntity | null> {
    return tx.findOneBy(PaymentEntity, { organizationId, provider, providerPaymentId });
  }

  async knownProviderIds(
    tx: Transaction,
    organizationId: string,
    provider: string,
    providerPaymentIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const where = { organizationId, provider, providerPaymentId: In([...providerPaymentIds]) };
    const found = await tx.find(PaymentEntity, { select: { providerPaymentId: true }, where });
    return new Set(found.flatMap((it) => it.providerPaymentId ?? []));
  }

  /**
   * Finds a payment of the provider by the provider's id, then by ours, then by the checkout's. One id of ours may name
   * several payments: a payer who paid one link twice.
   */
  async findReferencedForUpdate(
    tx: Transaction,
    organizationId: string,
    provider: string,
    reference: PaymentReference,
  ): Promise<PaymentEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    const choices = [
      reference.providerPaymentId === null ? null : { providerPaymentId: reference.providerPaymentId },
      reference.paymentId === null ? null : { id: reference.paymentId },
      reference.checkoutId === null ? null : { providerCheckoutId: reference.checkoutId },
    ].filter((it) => it !== null);
    for (const choice of choices) {
      const where = { organizationId, provider, ...choice };
      const found = await tx.findOne(PaymentEntity, { where, order: { createdAt: 'DESC' }, lock });
      if (found !== null) return found;
    }
    return null;
  }

  /**
   * Returns the organizations of these payments: whose secrets to try on a notification. The only query here without an
   * organization; its result never reaches a caller.
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
    const { createdAfter, createdBefore, ...equal } = filters;
    const tests = [
      ...(createdAfter === undefined ? [] : [MoreThanOrEqual(createdAfter)]),
      ...(createdBefore === undefined ? [] : [LessThan(createdBefore)]),
    ];
    const createdAt = tests.length === 0 ? undefined : And(...tests);
    return findPage(
      tx,
      PaymentEntity,
      { ...withoutUndefined({ ...equal, createdAt }), organizationId },
      query,
    );
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
