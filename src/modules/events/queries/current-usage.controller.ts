import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../platform/database/transactions';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { UuidPipe } from '../../../platform/http/validation';
import { CurrentUsageDto, CurrentUsageQueryDto, toCurrentUsageResponse } from './current-usage.dto';
import { CurrentUsageService } from './current-usage.service';

@ApiTags('Usage events')
@ApiBearerAuth()
@Controller('v1/customers/:id/current_usage')
export class CurrentUsageController {
  constructor(private readonly currentUsage: CurrentUsageService) {}

  @Get()
  @RequiredScope('events:read')
  @ApiOperation({
    summary: "Get a customer's usage in the current billing period",
    description:
      'Includes every event that has been acknowledged. Taxes are those of an invoice that is created now.',
  })
  @ApiOkResponse({ type: CurrentUsageDto })
  async getCurrentUsage(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: CurrentUsageQueryDto,
  ): Promise<CurrentUsageDto> {
    return toCurrentUsageResponse(await this.currentUsage.of(caller, id, query.subscription_id));
  }
}
