import { Injectable } from '@nestjs/common';
import { Between, In, LessThanOrEqual, MoreThanOrEqual, Not, type FindOptionsWhere } from 'typeorm';
import { insertNewRows, updateRows } from '../../platform/database/bulk-rows';
import { findPage } from '../../platform/database/find-page';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import type { CustomerKey } from '../customers';
import type { BillingError } from './billing-error';
import { balanceFieldsOf, rowOf, withoutLines, type Invoice } from './invoice';
import { InvoiceFeeEntity } from './invoice-fee.entity';
import { InvoiceEntity } from './invoice.entity';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import type { InvoiceStatus } from './invoice.rules';
import type { BillOccasion } from './subscription-bill';

export interface InvoiceFilters {
  status: InvoiceStatus | undefined;
  customerId: string | undefined;
  subscriptionId: string | undefined;
  paymentOverdue: boolean | undefined;
  issuingDateFrom: string | undefined;
  issuingDateTo: string | undefined;
}

/** The unique key of a subscription invoice. One-off invoices have no such key. */
export interface OccasionKey {
  subscriptionId: string;
  periodId: string;
  occasion: BillOccasion;
}

export interface InvoiceKey {
  organizationId: string;
  id: string;
}

/** An invoice whose next action is due. */
export interface DueInvoice extends InvoiceKey {
  customerId: string;
}

/** The columns of a draft that change with the terms of its customer. */
export type DraftDates = Pick<InvoiceEntity, 'id' | 'netPaymentTerm' | 'issuingDate' | 'paymentDueDate'> & {
  nextActionAt: Date;
};

@Injectable()
export class InvoicesRepository {
  constructor(private readonly lines: InvoiceLinesRepository) {}

  async find(tx: Transaction, organizationId: string, id: string): Promise<Invoice | null> {
    return this.withLines(tx, await tx.findOneBy(InvoiceEntity, { organizationId, id }));
  }

  /** Returns the ID of the customer of an invoice, without locking it. */
  async findCustomerId(tx: Transaction, organizationId: string, id: string): Promise<string | null> {
    const row = await tx.findOne(InvoiceEntity, {
      select: { customerId: true },
      where: { organizationId, id },
    });
    return row?.customerId ?? null;
  }

  /** Locks an invoice, then reads its fees, so that the fees match the locked row. */
  async findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<Invoice | null> {
    const where = { organizationId, id };
    const row = await tx.findOne(InvoiceEntity, { where, lock: { mode: 'pessimistic_write' } });
    return this.withLines(tx, row);
  }

  /** Locks invoices in the order of their IDs, so that concurrent transactions queue instead of deadlocking. */
  async lockAll(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
    await tx.query(
      `SELECT id FROM invoices WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE`,
      [organizationId, ids],
    );
  }

  async findByOccasion(tx: Transaction, organizationId: string, key: OccasionKey): Promise<Invoice | null> {
    return this.withLines(tx, await tx.findOneBy(InvoiceEntity, { organizationId, ...key }));
  }

  /** Returns the IDs of the drafts that bill the usage of a billing period. */
  async findDraftIds(tx: Transaction, organizationId: string, usagePeriodId: string): Promise<string[]> {
    const where = { organizationId, usagePeriodId, status: 'draft' as const };
    return (await tx.find(InvoiceEntity, { select: { id: true }, where })).map((it) => it.id);
  }

  /** Returns the IDs of the given periods whose usage is billed by a draft. */
  async findDrafted(
    tx: Transaction,
    periods: readonly { organizationId: string; periodId: string }[],
  ): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT period.id FROM unnest($1::uuid[], $2::uuid[]) AS period (organization_id, id)
        WHERE EXISTS (SELECT 1 FROM invoices AS draft
                       WHERE draft.organization_id = period.organization_id AND draft.usage_period_id = period.id
                         AND draft.status = 'draft')`,
      [periods.map((it) => it.organizationId), periods.map((it) => it.periodId)],
    );
    return rows.map((it) => it.id);
  }

  async list(
    tx: Transaction,
    organizationId: string,
    filters: InvoiceFilters,
    query: PageQuery,
  ): Promise<Page<Invoice>> {
    const { issuingDateFrom, issuingDateTo, ...equal } = filters;
    const where: FindOptionsWhere<InvoiceEntity> & { organizationId: string } = {
      ...withoutUndefined({ ...equal, issuingDate: between(issuingDateFrom, issuingDateTo) }),
      organizationId,
    };
    const page = await findPage(tx, InvoiceEntity, where, query);
    if (query.isExport === true) return { ...page, items: page.items.map(withoutLines) };
    return { ...page, items: await this.lines.withLines(tx, organizationId, page.items) };
  }

  /**
   * Inserts drafts without fees and discounts. Returns the IDs of those inserted: a draft is omitted if an invoice for the
   * same occasion exists.
   */
  insertNew(tx: Transaction, drafts: readonly Invoice[]): Promise<Set<string>> {
    return insertNewRows(tx, InvoiceEntity, drafts.map(rowOf));
  }

  /**
   * Updates drafts; the update may finalize them.
   *
   * @throws Error if one of the invoices is no longer a draft.
   */
  async updateDrafts(tx: Transaction, invoices: readonly Invoice[]): Promise<void> {
    const updated = await updateRows(tx, InvoiceEntity, invoices.map(rowOf), "stored.status = 'draft'");
    if (updated === invoices.length) return;
    throw new Error(`One of the invoices ${invoices.map((it) => it.id).join(', ')} is not a draft`);
  }

  async findDraftIdsOf(tx: Transaction, { organizationId, customerId }: CustomerKey): Promise<string[]> {
    const where = { organizationId, customerId, status: 'draft' as const };
    const rows = await tx.find(InvoiceEntity, { select: { id: true }, where, order: { id: 'ASC' } });
    return rows.map((it) => it.id);
  }

  /** Locks those of the invoices that are still drafts, in the order of their IDs. */
  lockDrafts(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<InvoiceEntity[]> {
    return tx.find(InvoiceEntity, {
      where: { organizationId, id: In([...ids]), status: 'draft' },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Writes the dates of locked drafts. */
  async moveDrafts(
    tx: Transaction,
    organizationId: string,
    drafts: readonly DraftDates[],
    updatedAt: Date,
  ): Promise<void> {
    await tx.query(
      `UPDATE invoices
          SET net_payment_term = moved.term, issuing_date = moved.issued_on, payment_due_date = moved.due_on,
              next_action_at = moved.next_action_at, updated_at = $2
         FROM unnest($3::uuid[], $4::integer[], $5::date[], $6::date[], $7::timestamptz[])
              AS moved (id, term, issued_on, due_on, next_action_at)
        WHERE invoices.organization_id = $1 AND invoices.id = moved.id`,
      [
        organizationId,
        updatedAt,
        drafts.map((it) => it.id),
        drafts.map((it) => it.netPaymentTerm),
        drafts.map((it) => it.issuingDate),
        drafts.map((it) => it.paymentDueDate),
        drafts.map((it) => it.nextActionAt),
      ],
    );
  }

  /** Deletes drafts of one organization that were inserted without fees in the same transaction. */
  async deleteNew(tx: Transaction, drafts: readonly Invoice[]): Promise<void> {
    const [first] = drafts;
    if (first === undefined) return;
    const { organizationId } = first;
    const ids = drafts.map((it) => it.id);
    await tx.delete(InvoiceEntity, { organizationId, id: In(ids), status: 'draft' });
  }

  /** Inserts the fees and discounts of drafts. */
  insertLines(tx: Transaction, drafts: readonly Invoice[]): Promise<void> {
    return this.lines.insert(tx, drafts);
  }

  /** Replaces the fees and discounts of drafts of one organization. */
  replaceLines(tx: Transaction, drafts: readonly Invoice[]): Promise<void> {
    return this.lines.replace(tx, drafts);
  }

  /** Writes finalized invoices that were read and locked in the same transaction. */
  async updateFinalized(tx: Transaction, invoices: readonly InvoiceEntity[]): Promise<void> {
    await updateRows(tx, InvoiceEntity, invoices);
  }

  /** Updates the only columns that change after finalization. */
  async updateBalance(tx: Transaction, invoice: Invoice): Promise<void> {
    const { organizationId, id } = invoice;
    await tx.update(InvoiceEntity, { organizationId, id }, balanceFieldsOf(invoice));
  }

  findFee(tx: Transaction, organizationId: string, id: string): Promise<InvoiceFeeEntity | null> {
    return tx.findOneBy(InvoiceFeeEntity, { organizationId, id });
  }

  /**
   * Returns the invoices of one organization that have been due longest, all since the same instant, without locking them.
   *
   * @param exceptIds IDs of invoices to leave out.
   */
  findDue(tx: Transaction, now: Date, exceptIds: readonly string[], limit: number): Promise<DueInvoice[]> {
    return tx.query(
      `WITH first AS (
         SELECT organization_id, next_action_at FROM invoices
          WHERE next_action_at <= $1 AND id <> ALL ($2)
          ORDER BY next_action_at, organization_id, id LIMIT 1)
       SELECT due.organization_id AS "organizationId", due.id, due.customer_id AS "customerId"
         FROM first JOIN invoices AS due
           ON due.next_action_at = first.next_action_at AND due.organization_id = first.organization_id
        WHERE due.id <> ALL ($2) ORDER BY due.id LIMIT $3`,
      [now, exceptIds, limit],
    );
  }

  /** Locks those of the invoices that are still due, in the order of their IDs. */
  lockDue(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
    now: Date,
  ): Promise<InvoiceEntity[]> {
    return tx.find(InvoiceEntity, {
      where: { organizationId, id: In([...ids]), nextActionAt: LessThanOrEqual(now) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns invoices with their fees and discounts. */
  withLinesOf(tx: Transaction, organizationId: string, rows: readonly InvoiceEntity[]): Promise<Invoice[]> {
    return this.lines.withLines(tx, organizationId, rows);
  }

  /** Returns when the next invoice is due; null if there is none. Ignores invoices that are set aside. */
  async nextActionAt(tx: Transaction): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }[]>(
      `SELECT min(next_action_at) AS at FROM invoices
        WHERE next_action_at IS NOT NULL AND billing_error IS NULL`,
    );
    return row?.at ?? null;
  }

  /** Sets an invoice aside whose due action has failed. */
  async setAside(
    tx: Transaction,
    { organizationId, id }: InvoiceKey,
    billingError: BillingError,
  ): Promise<void> {
    const nextActionAt = new Date(billingError.nextRetryAt);
    await tx.update(InvoiceEntity, { organizationId, id }, { billingError, nextActionAt });
  }

  /** Returns whether the customer has a draft or an invoice with an amount due. */
  hasUnpaid(tx: Transaction, organizationId: string, customerId: string): Promise<boolean> {
    const where = { organizationId, customerId, status: In(['draft', 'finalized']) };
    return tx.existsBy(InvoiceEntity, where);
  }

  /**
   * Returns the currency of an invoice of the customer in another currency than `than`; null if there is none.
   *
   * @param than null for an invoice in any currency.
   */
  async otherCurrency(tx: Transaction, customer: CustomerKey, than: string | null): Promise<string | null> {
    const where = { ...customer, ...(than !== null && { currency: Not(than) }) };
    return (await tx.findOne(InvoiceEntity, { select: { currency: true }, where }))?.currency ?? null;
  }

  private async withLines(tx: Transaction, row: InvoiceEntity | null): Promise<Invoice | null> {
    const [invoice] = row === null ? [] : await this.lines.withLines(tx, row.organizationId, [row]);
    return invoice ?? null;
  }
}

function between(from: string | undefined, to: string | undefined) {
  if (from !== undefined && to !== undefined) return Between(from, to);
  if (from !== undefined) return MoreThanOrEqual(from);
  return to === undefined ? undefined : LessThanOrEqual(to);
}
