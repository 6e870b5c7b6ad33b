import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { cursorPage, operatorOf, type Section } from '../../platform/database/cursor-page';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { InvoiceFeeEntity } from './invoice-fee.entity';
import { InvoiceEntity } from './invoice.entity';
import type { FeeType } from './invoice.rules';

export interface FeeFilters {
  invoiceId: string | undefined;
  customerId: string | undefined;
  subscriptionId: string | undefined;
  type: FeeType | undefined;
  billableMetricCode: string | undefined;
}

/** The columns of the invoice that its fees show. */
type InvoiceOfFee = Pick<InvoiceEntity, keyof typeof INVOICE_OF_FEE>;

const INVOICE_OF_FEE = {
  id: true,
  number: true,
  status: true,
  customerId: true,
  subscriptionId: true,
  currency: true,
  issuingDate: true,
} as const;

export interface FeeOfInvoice extends InvoiceFeeEntity {
  invoice: InvoiceOfFee;
}

/** A fee in the list, which is sorted by the ID of the invoice and then by the position in it. */
interface Entry {
  /** ID of the invoice. */
  id: string;
  fee: FeeOfInvoice;
}

/** Some fees as SQL: what follows FROM, with the column that has the ID of the invoice. */
interface Selection {
  from: string;
  invoiceId: string;
  parameters: Record<string, unknown>;
}

const FEE_COLUMNS = { invoiceId: 'invoice_id', type: 'type', billableMetricCode: 'billable_metric_code' };
const INVOICE_COLUMNS = { customerId: 'customer_id', subscriptionId: 'subscription_id' };

/** Lists the fees of all invoices. Invoices have UUIDs of version 7, whose order is that of their creation. */
@Injectable()
export class InvoiceFeesRepository {
  async list(
    tx: Transaction,
    organizationId: string,
    filters: FeeFilters,
    query: PageQuery,
  ): Promise<Page<FeeOfInvoice>> {
    const selection = selectionOf(organizationId, filters);
    const { direction } = query.order();
    const page = await cursorPage<Entry>(query, {
      identity: JSON.stringify(['invoice_fees', organizationId, filters]),
      valueType: 'integer',
      valueOf: ({ fee }) => String(fee.position),
      read: (section) =>
        read(tx, organizationId, selection, { ...section, backwards: section.direction !== direction }),
      count: () => count(tx, selection),
    });
    return { ...page, items: page.items.map((it) => it.fee) };
  }
}

/** Reads fees in one statement: a draft may replace its fees between two statements, which would shorten the page. */
async function read(
  tx: Transaction,
  organizationId: string,
  { from, invoiceId, parameters }: Selection,
  section: Section & { backwards: boolean },
): Promise<Entry[]> {
  const { direction, skip, limit, backwards } = section;
  const inInvoice = backwards ? 'DESC' : 'ASC';
  const chosen = `SELECT fee.id FROM ${from} ${startOf(section, invoiceId)}
     ORDER BY ${invoiceId} ${direction}, fee.position ${inInvoice} LIMIT :limit OFFSET :skip`;
  const fees = await tx
    .createQueryBuilder(InvoiceFeeEntity, 'item')
    .where(`item.organizationId = :organizationId AND item.id IN (${chosen})`, { organizationId })
    .setParameters({ ...parameters, ...section.from, limit, skip })
    .orderBy({ 'item.invoiceId': direction, 'item.position': inInvoice })
    .getMany();
  const invoices = await invoicesOf(tx, organizationId, fees);
  return fees.map((fee) => {
    const invoice = invoices.get(fee.invoiceId);
    if (invoice === undefined) throw new Error(`The invoice ${fee.invoiceId} of a fee does not exist`);
    return { id: invoice.id, fee: { ...fee, invoice } };
  });
}

/** Returns the invoices of fees by their ID. Invoices with fees are never deleted. */
async function invoicesOf(
  tx: Transaction,
  organizationId: string,
  fees: readonly InvoiceFeeEntity[],
): Promise<Map<string, InvoiceOfFee>> {
  const ids = [...new Set(fees.map((it) => it.invoiceId))];
  if (ids.length === 0) return new Map();
  const invoices = await tx.find(InvoiceEntity, {
    select: INVOICE_OF_FEE,
    where: { organizationId, id: In(ids) },
  });
  return new Map(invoices.map((it) => [it.id, it]));
}

/** The first comparison lets an index begin at the invoice, the second one continues within it. */
function startOf(section: Section & { backwards: boolean }, invoiceId: string): string {
  const { from, backwards } = section;
  if (from === null) return '';
  const beyond = section.direction === 'ASC' ? '>' : '<';
  const within = operatorOf({ ...section, direction: backwards ? 'DESC' : 'ASC' }, from);
  return `AND ${invoiceId} ${beyond}= :id
          AND (${invoiceId} ${beyond} :id OR fee.position ${within} CAST(:value AS integer))`;
}

async function count(tx: Transaction, { from, parameters }: Selection): Promise<number> {
  const { driver } = tx.dataSource;
  const text = `SELECT COUNT(*) AS count FROM ${from}`;
  const [row] = await tx.query<{ count: string }[]>(...driver.escapeQueryWithParameters(text, parameters));
  return Number(row?.count ?? 0);
}

/**
 * An index of `invoice_fees` serves the filters by columns of fees. Filters by columns of invoices begin with the invoices
 * and read the fees of each: the ORDER BY of the subquery keeps PostgreSQL from joining in another order, which could
 * read the fees of all customers.
 */
function selectionOf(organizationId: string, filters: FeeFilters): Selection {
  const parameters = { ...withoutUndefined(filters), organizationId };
  const [ofFees, ofInvoices] = [conditions(FEE_COLUMNS, filters), conditions(INVOICE_COLUMNS, filters)];
  if (ofInvoices === '') {
    const from = `invoice_fees AS fee WHERE fee.organization_id = :organizationId${ofFees}`;
    return { from, invoiceId: 'fee.invoice_id', parameters };
  }
  const from = `(SELECT id FROM invoices WHERE organization_id = :organizationId${ofInvoices}) AS billed
    CROSS JOIN LATERAL (SELECT id, position FROM invoice_fees
                         WHERE organization_id = :organizationId AND invoice_id = billed.id${ofFees}
                         ORDER BY position) AS fee
    WHERE true`;
  return { from, invoiceId: 'billed.id', parameters };
}

function conditions(columns: Partial<Record<keyof FeeFilters, string>>, filters: FeeFilters): string {
  return Object.entries(columns)
    .filter(([name]) => filters[name as keyof FeeFilters] !== undefined)
    .map(([name, column]) => ` AND ${column} = :${name}`)
    .join('');
}
