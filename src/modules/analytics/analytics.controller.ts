import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Transactions, type Caller } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { CurrentCaller } from '../../platform/http/current-caller';
import { DaySpanDto, toDaySpan } from '../../platform/http/day-span';
import { RequiredScope } from '../../platform/http/required-scope';
import { InvoiceAnalyticsDto, MrrAnalyticsDto, toInvoiceAnalytics, toMrrAnalytics } from './analytics.dto';
import { AnalyticsRepository } from './analytics.repository';

@ApiTags('Analytics')
@ApiBearerAuth()
@Controller('v1/analytics')
export class AnalyticsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AnalyticsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('invoices')
  @RequiredScope('invoices:read')
  @ApiOperation({
    summary: 'Get the invoices of each day',
    description: 'Returns one entry per day and currency, oldest first: how many became final, paid or void.',
  })
  @ApiOkResponse({ type: [InvoiceAnalyticsDto] })
  async getInvoiceAnalytics(
    @CurrentCaller() caller: Caller,
    @Query() query: DaySpanDto,
  ): Promise<InvoiceAnalyticsDto[]> {
    const span = toDaySpan(query, this.clock.now());
    const days = await this.transactions.reportFor(caller, (tx) =>
      this.repository.invoiceDays(tx, caller.organizationId, span),
    );
    return days.map(toInvoiceAnalytics);
  }

  @Get('mrr')
  @RequiredScope('subscriptions:read')
  @ApiOperation({
    summary: 'Get the monthly recurring revenue of each day',
    description:
      'Returns one entry per day and currency, oldest first: the plan fees of the subscriptions that were active at the ' +
      'end of the day, as an amount per month. Without usage, discounts and taxes.',
  })
  @ApiOkResponse({ type: [MrrAnalyticsDto] })
  async getMrrAnalytics(
    @CurrentCaller() caller: Caller,
    @Query() query: DaySpanDto,
  ): Promise<MrrAnalyticsDto[]> {
    const span = toDaySpan(query, this.clock.now());
    const days = await this.transactions.reportFor(caller, (tx) =>
      this.repository.revenueDays(tx, caller.organizationId, span),
    );
    return days.map(toMrrAnalytics);
  }
}
