import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import {
  CustomerDeletionGuard,
  CustomerDependents,
  type CustomerDependent,
  type CustomerDocument,
  type CustomerKey,
} from '../customers';
import { InvoicesRepository } from './invoices.repository';

/** Keeps customers that have drafts or invoices with an amount due, and the currency of customers with invoices. */
@Injectable()
export class BilledCustomers implements CustomerDependent, OnModuleInit {
  constructor(
    private readonly deletionGuard: CustomerDeletionGuard,
    private readonly dependents: CustomerDependents,
    private readonly repository: InvoicesRepository,
  ) {}

  onModuleInit(): void {
    this.deletionGuard.register(async (tx, organizationId, customerId) =>
      (await this.repository.hasUnpaid(tx, organizationId, customerId)) ? 'unpaid invoices' : null,
    );
    this.dependents.register(this);
  }

  async documentNotIn(
    tx: Transaction,
    customer: CustomerKey,
    than: string | null,
  ): Promise<CustomerDocument | null> {
    const currency = await this.repository.otherCurrency(tx, customer, than);
    return currency === null ? null : { name: 'an invoice', currency };
  }
}
