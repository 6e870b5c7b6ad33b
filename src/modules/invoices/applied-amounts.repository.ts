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
    { organizationId, id, amountCents, updatedAt }: AppliedAmountEntity,
  ): Promise<void> {
    await tx.update(AppliedAmountEntity, { organizationId, id }, { amountCents, updatedAt });
  }
}
