import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { InvoiceSettlementEntity } from './invoice.entity';

/** Queries the amounts applied to invoices. */
@Injectable()
export class InvoiceSettlementsRepository {
  find(
    tx: Transaction,
    organizationId: string,
    key: Pick<InvoiceSettlementEntity, 'source' | 'sourceId' | 'invoiceId'>,
  ): Promise<InvoiceSettlementEntity | null> {
    return tx.findOneBy(InvoiceSettlementEntity, { organizationId, ...key });
  }

  /** Returns all amounts that one source has applied, oldest invoice first. */
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
    { organizationId, id, amountCents, updatedAt }: InvoiceSettlementEntity,
  ): Promise<void> {
    await tx.update(InvoiceSettlementEntity, { organizationId, id }, { amountCents, updatedAt });
  }
}
