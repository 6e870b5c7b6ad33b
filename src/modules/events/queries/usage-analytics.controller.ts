import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { toDaySpan } from '../../../platform/http/day-span';
import { RequiredScope } from '../../../platform/http/required-scope';
import { UsageAnalyticsDto, UsageAnalyticsQueryDto, toUsageAnalytics } from './usage-analytics.dto';
import { UsageDaysRepository } from './usage-days.repository';

/** Of this module, which has the counters, though the path is that of all analytics. */
@ApiTags('Analytics')
@ApiBearerAuth()
@Controller('v1/analytics/usage')
export class UsageAnalyticsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: UsageDaysRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @RequiredScope('events:read')
  @ApiOperation({
    summary: 'Get the usage events of each day',
    description: 'Returns one entry per day, oldest first, for one billable metric or for all.',
  })
  @ApiOkResponse({ type: [UsageAnalyticsDto] })
  async getUsageAnalytics(
    @CurrentCaller() caller: Caller,
    @Query() query: UsageAnalyticsQueryDto,
  ): Promise<UsageAnalyticsDto[]> {
    const span = toDaySpan(query, this.clock.now());
    const days = await this.transactions.reportFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, span, query.billable_metric_code),
    );
    return days.map(toUsageAnalytics);
  }
}
