import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CustomerDeletionGuard } from '../customers';
import { InvoicesRepository } from './invoices.repository';

/** Prevents the deletion of customers that have drafts or invoices with an amount due. */
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
