import { Module } from '@nestjs/common';
import { CUSTOMER_DELETION_GUARDS } from '../../../src/modules/customers';
import { extend } from '../../../src/platform/extensions';
import { OpenTickets } from './open-tickets.guard';

@Module({ providers: [OpenTickets, extend(CUSTOMER_DELETION_GUARDS, OpenTickets)] })
export class OpenTicketsModule {}
