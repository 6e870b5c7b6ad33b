import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { toDaySpan } from '../../../platform/http/day-span';
import { RequiredScope } from '../../../platform/http/required-scope';
import {
  DeliveryAnalyticsDto,
  DeliveryAnalyticsQueryDto,
  toDeliveryAnalytics,
} from './delivery-analytics.dto';
import { DeliveryDaysRepository } from './delivery-days.repository';

/** Of this module, which has the counters, though the path is that of all analytics. */
@ApiTags('Analytics')
@ApiBearerAuth()
@Controller('v1/analytics/deliveries')
export class DeliveryAnalyticsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: DeliveryDaysRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @RequiredScope('webhooks:read')
  @ApiOperation({
    summary: 'Get the deliveries of each day',
    description:
      'Returns one entry per day, oldest first: how the deliveries that were created on it ended. Pending ones and samples ' +
      'are not counted. The counters are kept for `RETENTION_DAYS`.',
  })
  @ApiOkResponse({ type: [DeliveryAnalyticsDto] })
  async getDeliveryAnalytics(
    @CurrentCaller() caller: Caller,
    @Query() query: DeliveryAnalyticsQueryDto,
  ): Promise<DeliveryAnalyticsDto[]> {
    const span = toDaySpan(query, this.clock.now());
    const days = await this.transactions.reportFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, span, query.webhook_endpoint_id),
    );
    return days.map(toDeliveryAnalytics);
  }
}
