import { Global, Module } from '@nestjs/common';
import { CustomerTimeline } from './customer-timeline';
import { EventErasure } from './event-erasure';
import { EventMetrics } from './event-metrics';
import { Outbox } from './outbox';
import { OutboxRepository } from './outbox.repository';

@Global()
@Module({
  providers: [Outbox, OutboxRepository, EventErasure, EventMetrics, CustomerTimeline],
  exports: [Outbox, EventErasure, CustomerTimeline],
})
export class OutboxModule {}
