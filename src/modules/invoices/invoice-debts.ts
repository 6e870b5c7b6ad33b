import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { InvoiceDebtsRepository, type Debt, type InvoiceState } from './invoice-debts.repository';

export type { Debt, InvoiceState };

/**
 * Is told, in the same transaction, of an invoice that has become overdue after it was finalized. One that is
 * overdue from the start, because its job came late, says so in its `invoice.finalized`.
 */
export type OverdueFollower = (
  tx: Transaction,
  invoice: { organizationId: string; customerId: string; id: string },
) => Promise<void>;

type OverdueChange = Parameters<OverdueFollower>[1] & { paymentOverdue: boolean };

/** What customers owe, for the modules that collect it. Nothing here reads the history of paid invoices. */
@Injectable()
export class InvoiceDebts {
  private readonly followers: OverdueFollower[] = [];

  constructor(private readonly repository: InvoiceDebtsRepository) {}

  /** Adds a follower; called once per module at start. */
  follow(follower: OverdueFollower): void {
    this.followers.push(follower);
  }

  /** Tells the followers if the change made the invoice overdue. */
  async changed(tx: Transaction, before: OverdueChange, after: OverdueChange): Promise<void> {
    if (before.paymentOverdue || !after.paymentOverdue) return;
    for (const follower of this.followers) await follower(tx, after);
  }

  /** The customer's overdue invoices, oldest first. Not locked. */
  overdueOf(tx: Transaction, organizationId: string, customerId: string): Promise<Debt[]> {
    return this.repository.findOverdue(tx, organizationId, customerId);
  }

  /** Customers with overdue invoices, by id: at most `limit` of them after `after`. */
  overdueCustomers(
    tx: Transaction,
    organizationId: string,
    page: { after: string | null; limit: number },
  ): Promise<string[]> {
    return this.repository.findOverdueCustomers(tx, organizationId, page);
  }

  /** What has become of the invoices. Not locked. */
  statesOf(tx: Transaction, organizationId: string, invoiceIds: readonly string[]): Promise<InvoiceState[]> {
    return this.repository.findStates(tx, organizationId, invoiceIds);
  }
}
