import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { InvoiceStatus } from './invoice.rules';

/** An invoice with an amount due. */
export interface Debt {
  id: string;
  currency: string;
  amountDueCents: bigint;
}

export interface InvoiceState extends Debt {
  status: InvoiceStatus;
}

interface DebtRow {
  id: string;
  currency: string;
  amount_due_cents: string;
}

const toDebt = (row: DebtRow): Debt => ({
  id: row.id,
  currency: row.currency,
  amountDueCents: BigInt(row.amount_due_cents),
});

/** IDs are in order of creation, so ordering by ID puts the oldest invoice first. */
@Injectable()
export class InvoiceDebtsRepository {
  async findOverdue(tx: Transaction, organizationId: string, customerId: string): Promise<Debt[]> {
    const rows = await tx.query<DebtRow[]>(
      `SELECT id, currency, amount_due_cents FROM invoices
        WHERE organization_id = $1 AND customer_id = $2 AND payment_overdue ORDER BY id`,
      [organizationId, customerId],
    );
    return rows.map(toDebt);
  }

  async findOverdueCustomers(
    tx: Transaction,
    organizationId: string,
    { after, limit }: { after: string | null; limit: number },
  ): Promise<string[]> {
    const rows = await tx.query<{ customer_id: string }[]>(
      `SELECT DISTINCT customer_id FROM invoices
        WHERE organization_id = $1 AND payment_overdue AND ($2::uuid IS NULL OR customer_id > $2)
        ORDER BY customer_id LIMIT $3`,
      [organizationId, after, limit],
    );
    return rows.map((it) => it.customer_id);
  }

  async findStates(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<InvoiceState[]> {
    const rows = await tx.query<(DebtRow & { status: InvoiceStatus })[]>(
      `SELECT id, currency, amount_due_cents, status FROM invoices
        WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id`,
      [organizationId, invoiceIds],
    );
    return rows.map((row) => ({ ...toDebt(row), status: row.status }));
  }
}
