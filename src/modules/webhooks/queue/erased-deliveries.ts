import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { EventsErased } from '../../../platform/outbox/event-erasure';
import { Outbox } from '../../../platform/outbox/outbox';
import { DeliveriesRepository } from './deliveries.repository';

/** Ends the deliveries of events whose personal data was erased (docs/webhooks.md#erased-deliveries). */
@Injectable()
export class ErasedDeliveries implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: DeliveriesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.on(EventsErased, (tx, events) => this.repository.erase(tx, events, this.clock.frozenAt()));
  }
}
