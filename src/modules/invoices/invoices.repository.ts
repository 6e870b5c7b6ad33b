import { Injectable } from '@nestjs/common';
import { In, type EntityTarget } from 'typeorm';
import { insertNewRows, insertRows, updateRows } from '../../platform/database/bulk-rows';
import { findPage } from '../../platform/database/find-page';
import { mapPage } from '../../platform/database/read-page';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { notHeld } from '../../platform/cells/held-organizations';
import { notPostponed } from '../../platform/jobs/job-failures';
import type { Buyer } from '../customers';
import { discountOf, discountRowsOf, rowOf, settlementFieldsOf, type Invoice } from './invoice';
import { whereOf, type InvoiceFilters } from './invoice-filters';
import { InvoiceFeeEntity } from './invoice-fee.entity';
import { InvoiceDiscountEntity, InvoiceEntity, InvoiceFundingEntity } from './invoice.entity';
import type { InvoiceStatus } from './invoice.rules';
import type { BillOccasion } from './compose/subscription-bill';

/** The unique key of a subscription's invoice. */
export interface OccasionKey {
  subscriptionId: string;
  periodId: string;
  occasion: BillOccasion;
}

/** An invoice that a job has to act on. */
export interface DueInvoice {
  organizationId: string;
  id: string;
  customerId: string;
  isDraft: boolean;
}

interface DueRow {
  organization_id: string;
  id: string;
  customer_id: string;
  status: InvoiceStatus;
}

/** Queries of the invoices and their fees. */
@Injectable()
export class InvoicesRepository {
  async find(tx: Transaction, organizationId: string, id: string): Promise<Invoice | null> {
    return this.withLines(tx, await tx.findOneBy(InvoiceEntity, { organizationId, id }));
  }

  /** Locks an invoice before it reads the fees, so that they are those of the locked row. */
  async findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<Invoice | null> {
    const where = { organizationId, id };
    const row = await tx.findOne(InvoiceEntity, { where, lock: { mode: 'pessimistic_write' } });
    return this.withLines(tx, row);
  }

  /** Locks invoices and returns them in the order given. */
  async findAllForUpdate(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Invoice[]> {
    const where = { organizationId, id: In([...ids]) };
    const rows = await tx.find(InvoiceEntity, {
      where,
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const byId = new Map((await this.allWithLines(tx, organizationId, rows)).map((it) => [it.id, it]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Returns the customer of an invoice; null when there is no such invoice. */
  async findCustomerId(tx: Transaction, organizationId: string, id: string): Promise<string | null> {
    const row = await tx.findOne(InvoiceEntity, {
      select: { customerId: true },
      where: { organizationId, id },
    });
    return row?.customerId ?? null;
  }

  async findByOccasion(tx: Transaction, organizationId: string, key: OccasionKey): Promise<Invoice | null> {
    return this.withLines(tx, await tx.findOneBy(InvoiceEntity, { organizationId, ...key }));
  }

  /** Returns the drafts that bill the usage of a billing period. */
  async findDraftIds(tx: Transaction, organizationId: string, usagePeriodId: string): Promise<string[]> {
    const where = { organizationId, usagePeriodId, status: 'draft' as const };
    return (await tx.find(InvoiceEntity, { select: { id: true }, where })).map((it) => it.id);
  }

  /** Returns the drafts of a customer. */
  async findDraftIdsOf(tx: Transaction, organizationId: string, customerId: string): Promise<string[]> {
    const where = { organizationId, customerId, status: 'draft' as const };
    return (await tx.find(InvoiceEntity, { select: { id: true }, where })).map((it) => it.id);
  }

  /** Returns the ids of those billing periods that a draft bills. */
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
    const page = await findPage(tx, InvoiceEntity, whereOf(organizationId, filters), query);
    return mapPage(page, (rows) => this.allWithLines(tx, organizationId, rows));
  }

  /** Inserts invoices without their lines, but for those whose occasion has one already. Returns the ids of the new. */
  insertNew(tx: Transaction, invoices: readonly Invoice[]): Promise<ReadonlySet<string>> {
    return insertNewRows(tx, InvoiceEntity, invoices.map(rowOf));
  }

  /** Deletes invoices that this transaction has inserted, of one organization, and that get no lines. */
  async deleteEmpty(tx: Transaction, invoices: readonly Invoice[]): Promise<void> {
    const [first] = invoices;
    if (first === undefined) return;
    const { organizationId } = first;
    await tx.delete(InvoiceEntity, { organizationId, id: In(invoices.map((it) => it.id)) });
  }

  /** Inserts the fees and discounts of invoices. */
  async insertLines(tx: Transaction, invoices: readonly Invoice[]): Promise<void> {
    await insertRows(
      tx,
      InvoiceFeeEntity,
      invoices.flatMap((it) => it.fees),
    );
    await insertRows(tx, InvoiceDiscountEntity, invoices.flatMap(discountRowsOf));
  }

  /** Replaces the fees and discounts of drafts of one organization. */
  async replaceLines(tx: Transaction, drafts: readonly Invoice[]): Promise<void> {
    const [first] = drafts;
    if (first === undefined) return;
    const ofDrafts = { organizationId: first.organizationId, invoiceId: In(drafts.map((it) => it.id)) };
    await tx.delete(InvoiceFeeEntity, ofDrafts);
    await tx.delete(InvoiceDiscountEntity, ofDrafts);
    await this.insertLines(tx, drafts);
  }

  /** Writes all columns of drafts, which may become final by it, without their lines. */
  async updateDrafts(tx: Transaction, invoices: readonly Invoice[]): Promise<void> {
    const found = await updateRows(tx, InvoiceEntity, invoices.map(rowOf), "row.status = 'draft'");
    if (found !== invoices.length) throw new Error(`${found} of ${invoices.length} invoices are drafts`);
  }

  async insertFundings(tx: Transaction, fundings: readonly InvoiceFundingEntity[]): Promise<void> {
    await insertRows(tx, InvoiceFundingEntity, fundings);
  }

  /** Writes the only columns of an invoice that change after finalization. */
  async updateSettlement(tx: Transaction, invoice: Invoice): Promise<void> {
    const { organizationId, id } = invoice;
    await tx.update(InvoiceEntity, { organizationId, id }, settlementFieldsOf(invoice));
  }

  /** Updates what is due, paid and overdue of locked invoices. */
  async updateSettlements(tx: Transaction, invoices: readonly Invoice[]): Promise<void> {
    await updateRows(tx, InvoiceEntity, invoices.map(rowOf));
  }

  /** Writes the digest of the document of an invoice; nothing else of it changes. */
  async setDocumentDigest(
    tx: Transaction,
    organizationId: string,
    id: string,
    sha256: string,
  ): Promise<void> {
    await tx.update(InvoiceEntity, { organizationId, id }, { documentSha256: sha256 });
  }

  /** Sets the buyer of a customer's final invoices that have none. */
  async keepBuyer(tx: Transaction, organizationId: string, customerId: string, buyer: Buyer): Promise<void> {
    await tx.query(
      `UPDATE invoices SET buyer = $3
        WHERE organization_id = $1 AND customer_id = $2 AND status <> 'draft' AND buyer IS NULL`,
      [organizationId, customerId, JSON.stringify(buyer)],
    );
  }

  async findIdsOfCustomer(tx: Transaction, organizationId: string, customerId: string): Promise<string[]> {
    const rows = await tx.find(InvoiceEntity, {
      where: { organizationId, customerId },
      select: { id: true },
    });
    return rows.map((it) => it.id);
  }

  async findFinalIds(tx: Transaction, organizationId: string, subscriptionId: string): Promise<string[]> {
    const rows = await tx.find(InvoiceEntity, {
      where: { organizationId, subscriptionId, status: 'finalized' },
      select: { id: true },
    });
    return rows.map((it) => it.id);
  }

  findFee(tx: Transaction, organizationId: string, id: string): Promise<InvoiceFeeEntity | null> {
    return tx.findOneBy(InvoiceFeeEntity, { organizationId, id });
  }

  /** Returns due invoices of any organization in the order in which they fell due, then were created. Locks nothing. */
  async findDue(tx: Transaction, queue: string, now: Date, limit: number): Promise<DueInvoice[]> {
    const rows = await tx.query<DueRow[]>(
      `SELECT invoice.organization_id, invoice.id, invoice.customer_id, invoice.status FROM invoices AS invoice
        WHERE invoice.next_action_at <= $1 AND ${notPostponed(queue, 'invoice.id', '$1')} AND ${notHeld('invoice')}
        ORDER BY invoice.next_action_at, invoice.organization_id, invoice.id LIMIT $2`,
      [now, limit],
    );
    return rows.map((it) => ({
      organizationId: it.organization_id,
      id: it.id,
      customerId: it.customer_id,
      isDraft: it.status === 'draft',
    }));
  }

  /** Returns when the next invoice of any organization falls due. */
  async nextActionAt(tx: Transaction, queue: string, now: Date): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }[]>(
      `SELECT min(invoice.next_action_at) AS at FROM invoices AS invoice
        WHERE invoice.next_action_at IS NOT NULL AND ${notPostponed(queue, 'invoice.id', '$1')} AND ${notHeld('invoice')}`,
      [now],
    );
    return row?.at ?? null;
  }

  /** Returns whether the customer has a draft or an invoice with an amount due. */
  hasUnpaid(tx: Transaction, organizationId: string, customerId: string): Promise<boolean> {
    const where = { organizationId, customerId, status: In(['draft', 'finalized']) };
    return tx.existsBy(InvoiceEntity, where);
  }

  /** Returns whether the customer ever had an invoice. */
  hasAny(tx: Transaction, organizationId: string, customerId: string): Promise<boolean> {
    return tx.existsBy(InvoiceEntity, { organizationId, customerId });
  }

  private async withLines(tx: Transaction, row: InvoiceEntity | null): Promise<Invoice | null> {
    const [invoice] = row === null ? [] : await this.allWithLines(tx, row.organizationId, [row]);
    return invoice ?? null;
  }

  private async allWithLines(
    tx: Transaction,
    organizationId: string,
    rows: readonly InvoiceEntity[],
  ): Promise<Invoice[]> {
    const fees = await this.linesOf(tx, InvoiceFeeEntity, organizationId, rows);
    const discounted = rows.filter((it) => it.couponsAmountCents > 0n);
    const discounts = await this.linesOf(tx, InvoiceDiscountEntity, organizationId, discounted);
    return rows.map((row) => ({
      ...row,
      fees: (fees.get(row.id) ?? []).map((it) => ({ ...it })),
      discounts: (discounts.get(row.id) ?? []).map(discountOf),
    }));
  }

  /** Returns the fees, or the discounts, of each invoice in their order. */
  private async linesOf<L extends InvoiceFeeEntity | InvoiceDiscountEntity>(
    tx: Transaction,
    entity: EntityTarget<L>,
    organizationId: string,
    invoices: readonly InvoiceEntity[],
  ): Promise<Map<string, L[]>> {
    const byInvoice = new Map<string, L[]>(invoices.map((it) => [it.id, []]));
    if (invoices.length === 0) return byInvoice;
    const lines = await tx
      .createQueryBuilder(entity, 'line')
      .where('line.organizationId = :organizationId', { organizationId })
      .andWhere('line.invoiceId IN (:...ids)', { ids: [...byInvoice.keys()] })
      .orderBy('line.position')
      .getMany();
    for (const line of lines) byInvoice.get(line.invoiceId)?.push(line);
    return byInvoice;
  }
}
