import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Transaction } from '../../platform/database/transactions';
import type { FundableInvoice } from '../invoices';
import { CreditNoteEntity, CreditNoteUseEntity } from './credit-note.entity';

type Invoice = Omit<FundableInvoice, 'amountDueCents'>;

/**
 * Records how much credit each invoice uses. Always locks notes oldest first, so that concurrent invoices queue instead
 * of deadlocking.
 */
@Injectable()
export class CreditNoteUsesRepository {
  /** Returns the IDs of those of the customers who have credit. */
  async customersWithCredit(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<string[]> {
    const rows = await tx.query<{ customer_id: string }[]>(
      `SELECT DISTINCT customer_id FROM credit_notes
        WHERE organization_id = $1 AND customer_id = ANY ($2) AND balance_amount_cents > 0`,
      [organizationId, customerIds],
    );
    return rows.map((it) => it.customer_id);
  }

  /**
   * Locks the notes of the customer that have credit, oldest first. These include finalized notes without a
   * number on the invoice itself, which get their numbers after the invoice. Locking them only then could deadlock: this transaction would already
   * hold the invoice number sequence, for which another transaction that holds notes may be waiting.
   */
  lockWithCredit(tx: Transaction, invoice: Invoice): Promise<CreditNoteEntity[]> {
    return tx
      .createQueryBuilder(CreditNoteEntity, 'note')
      .where('note.organizationId = :organizationId', invoice)
      .andWhere('note.customerId = :customerId', invoice)
      .andWhere('note.currency = :currency', invoice)
      .andWhere('note.balanceAmountCents > 0')
      .orderBy('note.createdAt')
      .addOrderBy('note.id')
      .setLock('pessimistic_write')
      .getMany();
  }

  /** Locks the notes that an invoice used, oldest first. */
  lockUsedBy(tx: Transaction, { organizationId, invoiceId }: Invoice): Promise<CreditNoteEntity[]> {
    return tx
      .createQueryBuilder(CreditNoteEntity, 'note')
      .where('note.organizationId = :organizationId', { organizationId })
      .andWhere(
        `note.id IN (SELECT credit_note_id FROM credit_note_uses
                      WHERE organization_id = :organizationId AND invoice_id = :invoiceId AND released_at IS NULL)`,
        { invoiceId },
      )
      .orderBy('note.createdAt')
      .addOrderBy('note.id')
      .setLock('pessimistic_write')
      .getMany();
  }

  findOpen(tx: Transaction, { organizationId, invoiceId }: Invoice): Promise<CreditNoteUseEntity[]> {
    return tx.findBy(CreditNoteUseEntity, { organizationId, invoiceId, releasedAt: IsNull() });
  }

  async insert(tx: Transaction, use: CreditNoteUseEntity): Promise<void> {
    await tx.insert(CreditNoteUseEntity, use);
  }

  async release(tx: Transaction, { organizationId, invoiceId }: Invoice, at: Date): Promise<void> {
    const open = { organizationId, invoiceId, releasedAt: IsNull() };
    await tx.update(CreditNoteUseEntity, open, { releasedAt: at });
  }

  async setBalance(
    tx: Transaction,
    { organizationId, id }: CreditNoteEntity,
    balanceAmountCents: bigint,
    updatedAt: Date,
  ): Promise<void> {
    await tx.update(CreditNoteEntity, { organizationId, id }, { balanceAmountCents, updatedAt });
  }
}
