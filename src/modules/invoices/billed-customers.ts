import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CustomerDeletionGuard } from '../customers';
import { InvoicesRepository } from './invoices.repository';

/** Prevents customers with unpaid invoices from being deleted. */
@Injectable()
export class BilledCustomers implements OnModuleInit {
  constructor(
    private readonly deletionGuard: CustomerDeletionGuard,
    private readonly repository: InvoicesRepository,
  ) {}

  onModuleInit(): void {
    this.deletionGuard.register(async (tx, organizationId, customerId) =>
      (await this.repository.hasUnpaid(tx, organizationId, customerId)) ? 'unpaid invoices' : null,
    );
  }
}
