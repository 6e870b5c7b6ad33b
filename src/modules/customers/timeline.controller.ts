import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CurrentCaller } from '../../platform/http/current-caller';
import { sendPage } from '../../platform/http/paging';
import { RequiredScope } from '../../platform/http/required-scope';
import { UuidPipe } from '../../platform/http/validation';
import { CustomerTimeline } from '../../platform/outbox/customer-timeline';
import { CustomersService } from './customers.service';
import { ListTimelineDto, TimelineEventDto, toTimelineEvent } from './timeline.dto';

@ApiTags('Customers')
@ApiBearerAuth()
@Controller('v1/customers/:id/timeline')
export class TimelineController {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomersService,
    private readonly timeline: CustomerTimeline,
  ) {}

  @Get()
  @RequiredScope('timeline:read')
  @ApiOperation({
    summary: 'List what happened to a customer',
    description:
      'The events about the customer and what belongs to it (subscriptions, invoices, payments, credit notes, wallets), ' +
      'the newest first. Events are kept for `RETENTION_DAYS`.',
  })
  @ApiOkResponse({ type: [TimelineEventDto] })
  async listCustomerTimeline(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: ListTimelineDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TimelineEventDto[]> {
    const { organizationId } = caller;
    const run = <T>(work: (tx: Transaction) => Promise<T>) => this.transactions.reportFor(caller, work);
    await run((tx) => this.customers.getEverIn(tx, organizationId, id));
    const page = await this.timeline.list(run, organizationId, id, query);
    return sendPage(response, page, toTimelineEvent);
  }
}
