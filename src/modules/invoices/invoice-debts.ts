import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { InvoiceDebtsRepository, type Debt, type InvoiceState } from './invoice-debts.repository';

export type { Debt, InvoiceState };

/**
 * Called in the same transaction when an invoice becomes overdue after its finalization. Not called for an
 * invoice that is already overdue when it is finalized because the job ran late: its `invoice.finalized`
 * shows that.
 */
export type OverdueFollower = (
  tx: Transaction,
  invoice: { organizationId: string; customerId: string; id: string },
) => Promise<void>;

type OverdueChange = Parameters<OverdueFollower>[1] & { paymentOverdue: boolean };

/** Reads amounts that customers owe. Queries do not scan paid invoices and take no locks. */
@Injectable()
export class InvoiceDebts {
  private readonly followers: OverdueFollower[] = [];

  constructor(private readonly repository: InvoiceDebtsRepository) {}

  /** Adds a follower. Called once per module, at start-up. */
  follow(follower: OverdueFollower): void {
    this.followers.push(follower);
  }

  /** Calls the followers if the change made the invoice overdue. */
  async changed(tx: Transaction, before: OverdueChange, after: OverdueChange): Promise<void> {
    if (before.paymentOverdue || !after.paymentOverdue) return;
    for (const follower of this.followers) await follower(tx, after);
  }

  /** Returns the customer's overdue invoices, oldest first. */
  overdueOf(tx: Transaction, organizationId: string, customerId: string): Promise<Debt[]> {
    return this.repository.findOverdue(tx, organizationId, customerId);
  }

  /**
   * Returns the IDs of customers with overdue invoices, in order: at most `limit`, starting after `after`.
   */
  overdueCustomers(
    tx: Transaction,
    organizationId: string,
    page: { after: string | null; limit: number },
  ): Promise<string[]> {
    return this.repository.findOverdueCustomers(tx, organizationId, page);
  }

  /** Returns amount due and status of the invoices. */
  statesOf(tx: Transaction, organizationId: string, invoiceIds: readonly string[]): Promise<InvoiceState[]> {
    return this.repository.findStates(tx, organizationId, invoiceIds);
  }
}
