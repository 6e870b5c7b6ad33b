import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { InvoiceDebtsRepository, type Debt, type InvoiceState } from './invoice-debts.repository';

export type { Debt, InvoiceState };

interface OverdueInvoice {
  customerId: string;
  id: string;
}

/**
 * Called in the transaction in which finalized invoices of an organization become overdue. Not called for an invoice that
 * the job finalizes only after its due date: the `payment_overdue` field of `invoice.finalized` reports that.
 */
export type OverdueListener = (
  tx: Transaction,
  organizationId: string,
  invoices: readonly OverdueInvoice[],
) => Promise<void>;

/** An invoice before and after a change. */
interface Change {
  before: { paymentOverdue: boolean };
  after: OverdueInvoice & { paymentOverdue: boolean };
}

/** Reads the amounts that customers owe. Takes no locks and does not scan paid invoices. */
@Injectable()
export class InvoiceDebts {
  private readonly listeners: OverdueListener[] = [];

  constructor(private readonly repository: InvoiceDebtsRepository) {}

  /** Registers a listener. Called once per module, at start-up. */
  onOverdue(listener: OverdueListener): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners with the invoices that are overdue in `after` but were not in `before`. */
  async changed(tx: Transaction, organizationId: string, changes: readonly Change[]): Promise<void> {
    const overdue = changes.filter(({ before, after }) => !before.paymentOverdue && after.paymentOverdue);
    if (overdue.length === 0) return;
    const invoices = overdue.map((it) => it.after);
    for (const listener of this.listeners) await listener(tx, organizationId, invoices);
  }

  /** Returns the customer's overdue invoices, oldest first. */
  overdueOf(tx: Transaction, organizationId: string, customerId: string): Promise<Debt[]> {
    return this.repository.findOverdue(tx, organizationId, customerId);
  }

  /**
   * Returns the IDs of at most `limit` customers with overdue invoices, in ascending order, starting after
   * the ID `after`.
   */
  overdueCustomers(
    tx: Transaction,
    organizationId: string,
    page: { after: string | null; limit: number },
  ): Promise<string[]> {
    return this.repository.findOverdueCustomers(tx, organizationId, page);
  }

  /** Returns the amount due and the status of each invoice, oldest first. */
  statesOf(tx: Transaction, organizationId: string, invoiceIds: readonly string[]): Promise<InvoiceState[]> {
    return this.repository.findStates(tx, organizationId, invoiceIds);
  }
}
