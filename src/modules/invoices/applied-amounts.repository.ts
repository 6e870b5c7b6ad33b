import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { AppliedAmountEntity } from './invoice.entity';

@Injectable()
export class AppliedAmountsRepository {
  find(
    tx: Transaction,
    organizationId: string,
    key: Pick<AppliedAmountEntity, 'source' | 'sourceId' | 'invoiceId'>,
  ): Promise<AppliedAmountEntity | null> {
    return tx.findOneBy(AppliedAmountEntity, { organizationId, ...key });
  }

  /** Returns all amounts that one source has applied, oldest invoice first. */
  findOfSource(
    tx: Transaction,
    organizationId: string,
    source: AppliedAmountEntity['source'],
    sourceId: string,
  ): Promise<AppliedAmountEntity[]> {
    const where = { organizationId, source, sourceId };
    return tx.find(AppliedAmountEntity, { where, order: { invoiceId: 'ASC' } });
  }

  async insert(tx: Transaction, applied: AppliedAmountEntity): Promise<void> {
    await tx.insert(AppliedAmountEntity, applied);
  }

  async update(
    tx: Transaction,
    { organizationId, id, amountCents, reversedAmountCents, updatedAt }: AppliedAmountEntity,
  ): Promise<void> {
    const columns = { amountCents, reversedAmountCents, updatedAt };
    await tx.update(AppliedAmountEntity, { organizationId, id }, columns);
  }

  /** Adds to what a payment has refunded of an invoice. */
  async addRefunded(
    tx: Transaction,
    added: {
      organizationId: string;
      paymentId: string;
      invoiceId: string;
      amountCents: bigint;
      updatedAt: Date;
    },
  ): Promise<void> {
    await tx.query(
      `UPDATE invoice_settlements SET refunded_amount_cents = refunded_amount_cents + $4, updated_at = $5
        WHERE organization_id = $1 AND source = 'payment' AND source_id = $2 AND invoice_id = $3`,
      [added.organizationId, added.paymentId, added.invoiceId, added.amountCents.toString(), added.updatedAt],
    );
  }

  /** Returns what payments have refunded of an invoice. The refunds of a reversed payment do not count. */
  async refundedOf(tx: Transaction, organizationId: string, invoiceId: string): Promise<bigint> {
    const [row] = await tx.query<{ cents: string }[]>(
      `SELECT coalesce(sum(least(refunded_amount_cents, amount_cents)), 0) AS cents FROM invoice_settlements
        WHERE organization_id = $1 AND invoice_id = $2 AND source = 'payment'`,
      [organizationId, invoiceId],
    );
    return BigInt(row?.cents ?? 0);
  }
}
