import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CustomerUsage } from '../customers';
import { InvoicesRepository } from './invoices.repository';

/** Prevents customers with unpaid invoices from being deleted. */
@Injectable()
export class BilledCustomers implements OnModuleInit {
  constructor(
    private readonly usage: CustomerUsage,
    private readonly repository: InvoicesRepository,
  ) {}

  onModuleInit(): void {
    this.usage.register(async (tx, organizationId, customerId) =>
      (await this.repository.hasUnpaid(tx, organizationId, customerId)) ? 'unpaid invoices' : null,
    );
  }
}
