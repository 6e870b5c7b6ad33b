import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { InvoiceDebtsRepository, type Debt, type InvoiceState } from './invoice-debts.repository';

export type { Debt, InvoiceState };

/**
 * Called in the same transaction when an invoice becomes overdue after its finalization. One that is overdue from the
 * start, because its job ran late, says so in its `invoice.finalized`.
 */
export type OverdueFollower = (
  tx: Transaction,
  invoice: { organizationId: string; customerId: string; id: string },
) => Promise<void>;

type OverdueChange = Parameters<OverdueFollower>[1] & { paymentOverdue: boolean };

/** Reads what customers owe. No read scans the history of paid invoices; none locks. */
@Injectable()
export class InvoiceDebts {
  private readonly followers: OverdueFollower[] = [];

  constructor(private readonly repository: InvoiceDebtsRepository) {}

  /** Adds a follower. Each module calls it once, at start-up. */
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

  /** Returns customers with overdue invoices, by id: at most `limit` of them after `after`. */
  overdueCustomers(
    tx: Transaction,
    organizationId: string,
    page: { after: string | null; limit: number },
  ): Promise<string[]> {
    return this.repository.findOverdueCustomers(tx, organizationId, page);
  }

  /** Returns the states of invoices. */
  statesOf(tx: Transaction, organizationId: string, invoiceIds: readonly string[]): Promise<InvoiceState[]> {
    return this.repository.findStates(tx, organizationId, invoiceIds);
  }
}
