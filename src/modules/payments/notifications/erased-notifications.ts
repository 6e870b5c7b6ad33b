import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox';
import { CustomerErased } from '../../customers';
import { NotificationsRepository } from './notifications.repository';

/** Empties the stored notifications about payments of an erased customer: providers put names and addresses into them. */
@Injectable()
export class ErasedNotifications implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: NotificationsRepository,
  ) {}

  onModuleInit(): void {
    this.outbox.on(CustomerErased, (tx, { organizationId, customerId }) =>
      this.repository.eraseBodies(tx, organizationId, customerId),
    );
  }
}
