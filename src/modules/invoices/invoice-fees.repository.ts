import { Injectable } from '@nestjs/common';
import { conditionAfter, readPage, type Slice } from '../../platform/database/read-page';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { InvoiceFeeEntity } from './invoice-fee.entity';
import { InvoiceEntity } from './invoice.entity';

/** Filters of the list of fees. */
export interface FeeFilters {
  invoiceId: string | undefined;
  customerId: string | undefined;
  subscriptionId: string | undefined;
  issuingDateFrom: string | undefined;
  issuingDateTo: string | undefined;
}

/** A fee with its invoice. */
export interface InvoicedFee {
  fee: InvoiceFeeEntity;
  invoice: InvoiceEntity;
}

/** Queries of the fees of all invoices. */
@Injectable()
export class InvoiceFeesRepository {
  /** Ids are in the order of creation, which is the only order on offer. */
  list(
    tx: Transaction,
    organizationId: string,
    filters: FeeFilters,
    query: PageQuery,
  ): Promise<Page<InvoicedFee>> {
    return readPage(query, {
      identity: ['invoice_fees', organizationId, filters],
      orderedBy: null,
      rows: (slice) => this.rows(tx, organizationId, filters, slice),
      positionOf: ({ fee }) => ({ id: fee.id, value: null }),
      count: () => selected(tx, organizationId, filters).getCount(),
    });
  }

  private async rows(
    tx: Transaction,
    organizationId: string,
    filters: FeeFilters,
    { direction, after, skip, take }: Slice,
  ): Promise<InvoicedFee[]> {
    const select = selected(tx, organizationId, filters)
      .orderBy('fee.organizationId', direction)
      .addOrderBy('fee.id', direction)
      .offset(skip)
      .limit(take);
    if (after !== null) {
      const columns = { id: 'fee.id', value: 'fee.id' };
      const condition = conditionAfter({ direction }, after, columns, () => ':after');
      select.andWhere(condition, { after: after.id });
    }
    const fees = await select.getMany();
    const ids = [...new Set(fees.map((it) => it.invoiceId))];
    const invoices = await tx
      .createQueryBuilder(InvoiceEntity, 'invoice')
      .where('invoice.organizationId = :organizationId AND invoice.id = ANY (:ids)', { organizationId, ids })
      .getMany();
    const byId = new Map(invoices.map((it) => [it.id, it]));
    return fees.flatMap((fee) => {
      const invoice = byId.get(fee.invoiceId);
      return invoice === undefined ? [] : [{ fee, invoice }];
    });
  }
}

function selected(tx: Transaction, organizationId: string, filters: FeeFilters) {
  const { invoiceId, ...ofInvoice } = filters;
  const select = tx
    .createQueryBuilder(InvoiceFeeEntity, 'fee')
    .where('fee.organizationId = :organizationId', { organizationId });
  if (invoiceId !== undefined) select.andWhere('fee.invoiceId = :invoiceId', { invoiceId });
  const conditions = Object.entries(ofInvoice).filter(([, value]) => value !== undefined);
  if (conditions.length > 0) {
    const tests = conditions.map(([name]) => TESTS[name as keyof typeof TESTS]).join(' AND ');
    select.andWhere(
      `fee.invoice_id IN (SELECT id FROM invoices WHERE organization_id = :organizationId AND ${tests})`,
      Object.fromEntries(conditions),
    );
  }
  return select;
}

const TESTS = {
  customerId: 'customer_id = :customerId',
  subscriptionId: 'subscription_id = :subscriptionId',
  issuingDateFrom: 'issuing_date >= :issuingDateFrom',
  issuingDateTo: 'issuing_date <= :issuingDateTo',
};
