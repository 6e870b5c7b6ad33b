import { Injectable } from '@nestjs/common';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { PaymentEntity, PaymentRefundEntity } from './payment.entity';
import type { PaymentStatus } from './payment.rules';
import type { ProviderNotification } from './providers/payment-provider';

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
export type PaymentNames = Pick<
  ProviderNotification,
  'paymentId' | 'otherPaymentIds' | 'providerPaymentId' | 'checkoutId'
>;

/** The payment that a notification names. */
export interface NamedPayment {
  payment: PaymentEntity;
  /** The ID of another payment that the notification names too; null if there is none. */
  otherId: string | null;
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
   * checkout ID. Also returns whether another of the IDs names another payment.
   */
  async findNamedForUpdate(
    tx: Transaction,
    organizationId: string,
    provider: string,
    names: PaymentNames,
  ): Promise<NamedPayment | null> {
    let payment: PaymentEntity | null = null;
    // An ID of ours that is unknown here is that of a payment elsewhere, so no other ID may replace it.
    let otherId = names.paymentId;
    for (const name of columnsOf(names)) {
      if (payment !== null && isOf(payment, name)) continue;
      const found: PaymentEntity | null = await tx.findOne(PaymentEntity, {
        where: { organizationId, provider, ...name },
        order: { createdAt: 'DESC' },
        ...(payment === null ? { lock: { mode: 'pessimistic_write' } } : {}),
      });
      if (found?.id === names.paymentId) otherId = null;
      if (payment !== null && found !== null) otherId ??= found.id;
      payment ??= found;
    }
    return payment === null ? null : { payment, otherId };
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

  /** Stores the provider's times of a payment that does not change otherwise. A no-op if they are the same. */
  async updateTimes(tx: Transaction, before: PaymentEntity, after: PaymentEntity): Promise<void> {
    const { organizationId, id, providerSucceededAt, providerFailedAt, providerReinstatedAt } = after;
    const times = { providerSucceededAt, providerFailedAt, providerReinstatedAt };
    const isSame =
      before.providerSucceededAt === providerSucceededAt &&
      before.providerFailedAt === providerFailedAt &&
      before.providerReinstatedAt === providerReinstatedAt;
    if (!isSame) await tx.update(PaymentEntity, { organizationId, id }, times);
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

type NameColumn = { id: string } | { providerPaymentId: string } | { providerCheckoutId: string };

/** Returns the columns to look for, one ID each, the most specific first. */
function columnsOf(names: PaymentNames): NameColumn[] {
  const { paymentId, otherPaymentIds, providerPaymentId, checkoutId } = names;
  return [
    ...[paymentId, ...otherPaymentIds].flatMap((id) => (id === null ? [] : [{ id }])),
    ...(providerPaymentId === null ? [] : [{ providerPaymentId }]),
    ...(checkoutId === null ? [] : [{ providerCheckoutId: checkoutId }]),
  ];
}

function isOf(payment: PaymentEntity, name: NameColumn): boolean {
  return Object.entries(name).every(([column, id]) => payment[column as keyof PaymentEntity] === id);
}
