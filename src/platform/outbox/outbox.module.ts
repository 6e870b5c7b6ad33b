import { Global, Module } from '@nestjs/common';
import { Outbox } from './outbox';
import { OutboxRepository } from './outbox.repository';

@Global()
@Module({ providers: [Outbox, OutboxRepository], exports: [Outbox] })
export class OutboxModule {}
