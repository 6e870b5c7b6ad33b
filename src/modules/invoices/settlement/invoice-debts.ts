import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import {
  InvoiceDebtsRepository,
  type Debt,
  type InvoiceState,
  type Receivables,
} from './invoice-debts.repository';

export type { Debt, InvoiceState };

/** Reads what customers owe. No read scans the history of paid invoices; none locks. */
@Injectable()
export class InvoiceDebts {
  constructor(private readonly repository: InvoiceDebtsRepository) {}

  /** Returns the customer's overdue invoices, oldest first. */
  overdueOf(tx: Transaction, organizationId: string, customerId: string): Promise<Debt[]> {
    return this.repository.findOverdue(tx, organizationId, customerId);
  }

  /** Returns customers with overdue invoices, by id: at most `limit` of them after `after`. */
  overdueCustomers(
    tx: Transaction,
    organizationId: string,
    page: { after: string | null; limit: number },
  ): Promise<string[]> {
    return this.repository.findOverdueCustomers(tx, organizationId, page);
  }

  /** Returns what is due on open invoices, by currency. */
  receivables(tx: Transaction, organizationId: string): Promise<Receivables[]> {
    return this.repository.receivables(tx, organizationId);
  }

  /** Returns the states of invoices. */
  statesOf(tx: Transaction, organizationId: string, invoiceIds: readonly string[]): Promise<InvoiceState[]> {
    return this.repository.findStates(tx, organizationId, invoiceIds);
  }
}
