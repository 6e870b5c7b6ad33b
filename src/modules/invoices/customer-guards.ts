import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DeletionGuard } from '../../platform/extensions';
import { InvoicesRepository } from './invoices.repository';

/** Keeps customers with unpaid invoices from being deleted. */
@Injectable()
export class UnpaidInvoicesGuard implements DeletionGuard {
  constructor(private readonly repository: InvoicesRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, customerId: string): Promise<string | null> {
    return (await this.repository.hasUnpaid(tx, organizationId, customerId)) ? 'unpaid invoices' : null;
  }
}

/** Keeps the currency of customers with invoices. */
@Injectable()
export class InvoicedCurrencyGuard implements DeletionGuard {
  constructor(private readonly repository: InvoicesRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, customerId: string): Promise<string | null> {
    return (await this.repository.hasAny(tx, organizationId, customerId)) ? 'invoices' : null;
  }
}
