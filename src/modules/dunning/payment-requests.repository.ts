import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import type { PaymentRequest } from './payment-request.dto';
import { PaymentRequestEntity, PaymentRequestInvoiceEntity } from './payment-request.entity';
import type { InvoiceHold, PaymentRequestStatus } from './payment-request.rules';

registerUniqueConstraint(
  'payment_request_invoices_open',
  'One of the invoices is in another open payment request.',
);

export interface PaymentRequestFilters {
  customerId: string | undefined;
  paymentStatus: PaymentRequestStatus | undefined;
  dunningCampaignId: string | undefined;
}

@Injectable()
export class PaymentRequestsRepository {
  async find(tx: Transaction, organizationId: string, id: string): Promise<PaymentRequest | null> {
    return this.withInvoices(tx, await tx.findOneBy(PaymentRequestEntity, { organizationId, id }));
  }

  async findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<PaymentRequest | null> {
    const where = { organizationId, id };
    const row = await tx.findOne(PaymentRequestEntity, { where, lock: { mode: 'pessimistic_write' } });
    return this.withInvoices(tx, row);
  }

  async list(
    tx: Transaction,
    organizationId: string,
    filters: PaymentRequestFilters,
    query: PageQuery,
  ): Promise<Page<PaymentRequest>> {
    const where = { ...withoutUndefined(filters), organizationId };
    const page = await findPage(tx, PaymentRequestEntity, where, query);
    return { ...page, items: await this.allWithInvoices(tx, organizationId, page.items) };
  }

  async insert(tx: Transaction, { invoiceIds, ...request }: PaymentRequest): Promise<void> {
    const { organizationId, id: paymentRequestId } = request;
    await tx.insert(PaymentRequestEntity, request);
    const state = 'open' as const;
    const rows = invoiceIds.map((invoiceId) => ({ organizationId, paymentRequestId, invoiceId, state }));
    await tx.insert(PaymentRequestInvoiceEntity, rows);
  }

  async update(tx: Transaction, { invoiceIds: _, ...request }: PaymentRequest): Promise<void> {
    const { organizationId, id, ...columns } = request;
    await tx.update(PaymentRequestEntity, { organizationId, id }, columns);
  }

  async setInvoiceState(
    tx: Transaction,
    { organizationId, id }: PaymentRequest,
    state: InvoiceHold,
  ): Promise<void> {
    await tx.update(PaymentRequestInvoiceEntity, { organizationId, paymentRequestId: id }, { state });
  }

  /** Returns the given invoices that a request holds in one of these states. */
  async findHeld(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
    states: readonly InvoiceHold[],
  ): Promise<Set<string>> {
    const where = { organizationId, invoiceId: In([...invoiceIds]), state: In([...states]) };
    const rows = await tx.find(PaymentRequestInvoiceEntity, { select: { invoiceId: true }, where });
    return new Set(rows.map((it) => it.invoiceId));
  }

  /** Returns the IDs of the open requests that include any of the invoices. */
  async findOpenIds(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<string[]> {
    const where = { organizationId, invoiceId: In([...invoiceIds]), state: 'open' as const };
    const rows = await tx.find(PaymentRequestInvoiceEntity, { select: { paymentRequestId: true }, where });
    return [...new Set(rows.map((it) => it.paymentRequestId))].sort();
  }

  /** Returns the currencies in which the customer has an open request of a campaign. */
  async findDunnedCurrencies(tx: Transaction, organizationId: string, customerId: string): Promise<string[]> {
    const rows = await tx.query<{ currency: string }[]>(
      `SELECT currency FROM payment_requests
        WHERE organization_id = $1 AND customer_id = $2
          AND payment_status = 'pending' AND dunning_campaign_id IS NOT NULL`,
      [organizationId, customerId],
    );
    return rows.map((it) => it.currency);
  }

  /**
   * Returns the IDs of the customer's campaign requests that are due for another attempt or, after the last one, for
   * failure.
   */
  async findDueIds(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    now: Date,
  ): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM payment_requests
        WHERE organization_id = $1 AND customer_id = $2
          AND payment_status = 'pending' AND dunning_campaign_id IS NOT NULL AND next_action_at <= $3
        ORDER BY next_action_at, id`,
      [organizationId, customerId, now],
    );
    return rows.map((it) => it.id);
  }

  /** Locks the customer until the transaction ends, to serialize everything that opens or continues its requests. */
  async lockCustomer(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    const key = `dunning:${organizationId}:${customerId}`;
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  }

  private async withInvoices(
    tx: Transaction,
    row: PaymentRequestEntity | null,
  ): Promise<PaymentRequest | null> {
    const [request] = row === null ? [] : await this.allWithInvoices(tx, row.organizationId, [row]);
    return request ?? null;
  }

  /** IDs are UUIDv7, so ordering invoices by ID puts the oldest first. */
  private async allWithInvoices(
    tx: Transaction,
    organizationId: string,
    rows: readonly PaymentRequestEntity[],
  ): Promise<PaymentRequest[]> {
    if (rows.length === 0) return [];
    const where = { organizationId, paymentRequestId: In(rows.map((it) => it.id)) };
    const invoices = await tx.find(PaymentRequestInvoiceEntity, { where, order: { invoiceId: 'ASC' } });
    const ids = new Map<string, string[]>(rows.map((it) => [it.id, []]));
    for (const { paymentRequestId, invoiceId } of invoices) ids.get(paymentRequestId)?.push(invoiceId);
    return rows.map((row) => ({ ...row, invoiceIds: ids.get(row.id) ?? [] }));
  }
}
