import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { taxAmountsOf, type TaxAmount } from '../taxes';
import { rowOf, type CreditNote } from './credit-note';
import { CreditNoteEntity, CreditNoteItemEntity } from './credit-note.entity';
import type { CreditNoteStatus } from './credit-note.rules';

export interface CreditNoteFilters {
  customerId: string | undefined;
  invoiceId: string | undefined;
  status: CreditNoteStatus | undefined;
}

/** The credited amounts of one fee, excluding voided notes. */
export interface CreditedOfFee {
  feeId: string;
  amountCents: bigint;
  taxesAmountCents: bigint;
  /** The taxes of all items, with the amounts that each item credits. */
  taxes: TaxAmount[];
}

/** Totals over the credit notes of an invoice. */
export interface NoteTotals {
  /** Sequence number of the newest note, even if voided; 0 if there are none. */
  lastSequence: number;
  /** The refunds that no payment has made yet. Includes drafts, whose refunds are reserved. */
  openRefundCents: bigint;
  /** Drafts only, because the offsets of finalized notes are already applied. */
  draftOffsetCents: bigint;
}

@Injectable()
export class CreditNotesRepository {
  async find(tx: Transaction, organizationId: string, id: string): Promise<CreditNote | null> {
    const row = await tx.findOneBy(CreditNoteEntity, { organizationId, id });
    const [note] = row === null ? [] : await this.withItems(tx, organizationId, [row]);
    return note ?? null;
  }

  async findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<CreditNote | null> {
    const where = { organizationId, id };
    const row = await tx.findOne(CreditNoteEntity, { where, lock: { mode: 'pessimistic_write' } });
    const [note] = row === null ? [] : await this.withItems(tx, organizationId, [row]);
    return note ?? null;
  }

  async list(
    tx: Transaction,
    organizationId: string,
    filters: CreditNoteFilters,
    query: PageQuery,
  ): Promise<Page<CreditNote>> {
    const where = { ...withoutUndefined(filters), organizationId };
    const page = await findPage(tx, CreditNoteEntity, where, query);
    if (query.isExport === true) return { ...page, items: page.items.map((it) => ({ ...it, items: [] })) };
    return { ...page, items: await this.withItems(tx, organizationId, page.items) };
  }

  async insert(tx: Transaction, note: CreditNote): Promise<void> {
    await tx.insert(CreditNoteEntity, rowOf(note));
    await tx.insert(CreditNoteItemEntity, note.items);
  }

  /** Records the digest of the stored document of a final note. */
  async setDocumentDigest(
    tx: Transaction,
    organizationId: string,
    id: string,
    documentSha256: string,
  ): Promise<void> {
    await tx.update(CreditNoteEntity, { organizationId, id }, { documentSha256 });
  }

  async update(tx: Transaction, note: CreditNoteEntity): Promise<void> {
    const { organizationId, id, ...columns } = note;
    await tx.update(CreditNoteEntity, { organizationId, id }, columns);
  }

  async updateItems(tx: Transaction, items: readonly CreditNoteItemEntity[]): Promise<void> {
    for (const { organizationId, id, amountCents, taxesAmountCents, appliedTaxes } of items) {
      const columns = { amountCents, taxesAmountCents, appliedTaxes };
      await tx.update(CreditNoteItemEntity, { organizationId, id }, columns);
    }
  }

  /** Writes only the number, because other invoices may change the balance of the note concurrently. */
  async setNumber(
    tx: Transaction,
    { organizationId, id }: CreditNoteEntity,
    number: string | null,
  ): Promise<void> {
    await tx.update(CreditNoteEntity, { organizationId, id }, { number });
  }

  /**
   * Returns the notes that have no number yet, because they were created while the invoice was a draft; oldest first.
   */
  async findUnnumbered(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<CreditNote[]> {
    const where = { organizationId, invoiceId: In([...invoiceIds]), number: IsNull() };
    const rows = await tx.find(CreditNoteEntity, { where, order: { sequence: 'ASC' } });
    return this.withItems(tx, organizationId, rows);
  }

  hasFinalized(tx: Transaction, organizationId: string, invoiceId: string): Promise<boolean> {
    return tx.existsBy(CreditNoteEntity, { organizationId, invoiceId, status: 'finalized' });
  }

  hasUnusedFee(tx: Transaction, organizationId: string, unusedFeeId: string): Promise<boolean> {
    return tx.existsBy(CreditNoteEntity, { organizationId, unusedFeeId });
  }

  /**
   * Returns the credited amounts of an invoice, by fee. The caller holds the lock on the invoice.
   *
   * @param exceptId ID of a note to leave out; null for none.
   */
  async creditedOfFees(
    tx: Transaction,
    organizationId: string,
    invoiceId: string,
    exceptId: string | null,
  ): Promise<CreditedOfFee[]> {
    const items = await tx
      .createQueryBuilder(CreditNoteItemEntity, 'item')
      .innerJoin(
        CreditNoteEntity,
        'note',
        'note.organizationId = item.organizationId AND note.id = item.creditNoteId',
      )
      .where('note.organizationId = :organizationId AND note.invoiceId = :invoiceId', {
        organizationId,
        invoiceId,
      })
      .andWhere("note.status <> 'voided' AND note.id IS DISTINCT FROM :exceptId", { exceptId })
      .getMany();
    const credited = new Map<string, CreditedOfFee>();
    for (const item of items) {
      const before = credited.get(item.feeId);
      credited.set(item.feeId, {
        feeId: item.feeId,
        amountCents: (before?.amountCents ?? 0n) + item.amountCents,
        taxesAmountCents: (before?.taxesAmountCents ?? 0n) + item.taxesAmountCents,
        taxes: [...(before?.taxes ?? []), ...taxAmountsOf(item)],
      });
    }
    return [...credited.values()];
  }

  /** Like `creditedOfFees`, for the totals over the notes of an invoice. */
  async totalsOf(
    tx: Transaction,
    organizationId: string,
    invoiceId: string,
    exceptId: string | null,
  ): Promise<NoteTotals> {
    const [row] = await tx.query<{ last: number; open_refund: string; draft_offset: string }[]>(
      `SELECT coalesce(max(sequence), 0) AS last,
              coalesce(sum(refund_amount_cents - refunded_amount_cents)
                FILTER (WHERE status <> 'voided'), 0) AS open_refund,
              coalesce(sum(offset_amount_cents) FILTER (WHERE status = 'draft'), 0) AS draft_offset
         FROM credit_notes WHERE organization_id = $1 AND invoice_id = $2 AND id IS DISTINCT FROM $3`,
      [organizationId, invoiceId, exceptId],
    );
    return {
      lastSequence: row?.last ?? 0,
      openRefundCents: BigInt(row?.open_refund ?? 0),
      draftOffsetCents: BigInt(row?.draft_offset ?? 0),
    };
  }

  private async withItems(
    tx: Transaction,
    organizationId: string,
    rows: readonly CreditNoteEntity[],
  ): Promise<CreditNote[]> {
    if (rows.length === 0) return [];
    const where = { organizationId, creditNoteId: In(rows.map((it) => it.id)) };
    const items = await tx.find(CreditNoteItemEntity, {
      where,
      order: { creditNoteId: 'ASC', position: 'ASC' },
    });
    const itemsOf = new Map<string, CreditNoteItemEntity[]>(rows.map((it) => [it.id, []]));
    for (const item of items) itemsOf.get(item.creditNoteId)?.push(item);
    return rows.map((row) => ({ ...row, items: itemsOf.get(row.id) ?? [] }));
  }
}
