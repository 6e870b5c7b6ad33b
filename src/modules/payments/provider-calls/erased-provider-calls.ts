import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox';
import { CustomerErased } from '../../customers';
import { ProviderCallsRepository } from './provider-calls.repository';

/** Empties the calls about an erased customer: what a merchant wrote, such as a description, may name a person. */
@Injectable()
export class ErasedProviderCalls implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: ProviderCallsRepository,
  ) {}

  onModuleInit(): void {
    this.outbox.on(CustomerErased, (tx, { organizationId, customerId }) =>
      this.repository.eraseTexts(tx, organizationId, customerId),
    );
  }
}
