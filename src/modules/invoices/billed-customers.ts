import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { CustomerBillingTerms, CustomerUsage, type BillingTerms } from '../customers';
import { InvoicesRepository } from './invoices.repository';

/** The customers that requests name, and what keeps one from being deleted. */
@Injectable()
export class BilledCustomers implements OnModuleInit {
  constructor(
    private readonly billingTerms: CustomerBillingTerms,
    private readonly usage: CustomerUsage,
    private readonly repository: InvoicesRepository,
  ) {}

  onModuleInit(): void {
    this.usage.register(async (tx, organizationId, customerId) =>
      (await this.repository.hasUnpaid(tx, organizationId, customerId)) ? 'unpaid invoices' : null,
    );
  }

  /** @throws ValidationFailedError naming `customer_id` when there is no such customer, or no more. */
  async find(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    try {
      const terms = await this.billingTerms.of(tx, organizationId, customerId);
      if (!terms.isDeleted) return terms;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
    throw ValidationFailedError.of('customer_id', 'unknown_customer', 'customer_id is no customer.');
  }
}
