import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox';
import { TopUpUndelivered } from '../../wallets';
import { PaymentsRepository } from './payments.repository';

/** Puts money for which nothing was delivered into the queue for people (docs/payments.md#review). */
@Injectable()
export class UndeliveredSales implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: PaymentsRepository,
  ) {}

  onModuleInit(): void {
    this.outbox.on(TopUpUndelivered, (tx, { organizationId, invoiceId }) =>
      this.repository.markForReview(tx, organizationId, invoiceId),
    );
  }
}
