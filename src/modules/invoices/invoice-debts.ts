import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { InvoiceDebtsRepository, type Debt, type InvoiceState } from './invoice-debts.repository';

export type { Debt, InvoiceState };

/** Is told in the transaction that makes the invoice overdue. */
export type OverdueFollower = (
  tx: Transaction,
  invoice: { organizationId: string; customerId: string; id: string },
) => Promise<void>;

/** What customers owe, for the modules that collect it. Nothing here reads the history of paid invoices. */
@Injectable()
export class InvoiceDebts {
  private readonly followers: OverdueFollower[] = [];

  constructor(private readonly repository: InvoiceDebtsRepository) {}

  /** Adds a follower; called once per module at start. */
  follow(follower: OverdueFollower): void {
    this.followers.push(follower);
  }

  /** Tells the followers of an invoice that has become overdue. */
  async announce(tx: Transaction, invoice: Parameters<OverdueFollower>[1]): Promise<void> {
    for (const follower of this.followers) await follower(tx, invoice);
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
