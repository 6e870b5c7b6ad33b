import { Injectable } from '@nestjs/common';
import { In, type EntityTarget } from 'typeorm';
import { insertRows } from '../../platform/database/bulk-rows';
import type { Transaction } from '../../platform/database/transactions';
import { discountOf, discountRowsOf, type Invoice } from './invoice';
import { InvoiceFeeEntity } from './invoice-fee.entity';
import { InvoiceDiscountEntity, type InvoiceEntity } from './invoice.entity';

/** Stores the fees and discounts of invoices. */
@Injectable()
export class InvoiceLinesRepository {
  async insert(tx: Transaction, invoices: readonly Invoice[]): Promise<void> {
    const fees = invoices.flatMap((it) => it.fees);
    await insertRows(tx, InvoiceFeeEntity, fees);
    await insertRows(tx, InvoiceDiscountEntity, invoices.flatMap(discountRowsOf));
  }

  /** Replaces the fees and discounts of invoices of one organization. */
  async replace(tx: Transaction, invoices: readonly Invoice[]): Promise<void> {
    const [first] = invoices;
    if (first === undefined) return;
    const ofInvoices = { organizationId: first.organizationId, invoiceId: In(invoices.map((it) => it.id)) };
    await tx.delete(InvoiceFeeEntity, ofInvoices);
    await tx.delete(InvoiceDiscountEntity, ofInvoices);
    await this.insert(tx, invoices);
  }

  /** Returns the invoices of an organization with their fees and discounts. */
  async withLines(
    tx: Transaction,
    organizationId: string,
    rows: readonly InvoiceEntity[],
  ): Promise<Invoice[]> {
    const fees = await this.linesOf(tx, InvoiceFeeEntity, organizationId, rows);
    const discounted = rows.filter((it) => it.couponsAmountCents > 0n);
    const discounts = await this.linesOf(tx, InvoiceDiscountEntity, organizationId, discounted);
    return rows.map((row) => ({
      ...row,
      fees: fees.get(row.id) ?? [],
      discounts: (discounts.get(row.id) ?? []).map(discountOf),
    }));
  }

  /** Returns the fees, or the discounts, of invoices by the ID of the invoice, in order. */
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
