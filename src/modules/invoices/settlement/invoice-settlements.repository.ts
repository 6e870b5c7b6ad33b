import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { InvoiceSettlementEntity } from '../invoice.entity';

/** Queries of what was applied to invoices. */
@Injectable()
export class InvoiceSettlementsRepository {
  find(
    tx: Transaction,
    organizationId: string,
    key: Pick<InvoiceSettlementEntity, 'source' | 'sourceId' | 'invoiceId'>,
  ): Promise<InvoiceSettlementEntity | null> {
    return tx.findOneBy(InvoiceSettlementEntity, { organizationId, ...key });
  }

  /** Returns all that one source has applied, oldest invoice first. */
  findOfSource(
    tx: Transaction,
    organizationId: string,
    source: InvoiceSettlementEntity['source'],
    sourceId: string,
  ): Promise<InvoiceSettlementEntity[]> {
    const where = { organizationId, source, sourceId };
    return tx.find(InvoiceSettlementEntity, { where, order: { invoiceId: 'ASC' } });
  }

  async insert(tx: Transaction, settlement: InvoiceSettlementEntity): Promise<void> {
    await tx.insert(InvoiceSettlementEntity, settlement);
  }

  async update(
    tx: Transaction,
    { organizationId, id, amountCents, refundedAmountCents, updatedAt }: InvoiceSettlementEntity,
  ): Promise<void> {
    const changes = { amountCents, refundedAmountCents, updatedAt };
    await tx.update(InvoiceSettlementEntity, { organizationId, id }, changes);
  }

  /** Returns what was refunded of each of the invoices; one without refunds is absent. */
  async findRefunded(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<Map<string, bigint>> {
    const rows = await tx.query<{ invoice_id: string; cents: string }[]>(
      `SELECT invoice_id, sum(refunded_amount_cents) AS cents FROM invoice_settlements
        WHERE organization_id = $1 AND invoice_id = ANY ($2) GROUP BY invoice_id`,
      [organizationId, invoiceIds],
    );
    return new Map(rows.map((it) => [it.invoice_id, BigInt(it.cents)]));
  }
}
