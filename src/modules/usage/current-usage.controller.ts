import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { UuidPipe } from '../../platform/http/validation';
import { CurrentUsageDto, CurrentUsageQueryDto, toCurrentUsageResponse } from './current-usage.dto';
import { CurrentUsageService } from './current-usage.service';

@ApiTags('Usage events')
@ApiBearerAuth()
@Controller('v1/customers/:id/current_usage')
export class CurrentUsageController {
  constructor(private readonly currentUsage: CurrentUsageService) {}

  @Get()
  @ApiOperation({
    summary: 'Get the current usage of a customer',
    description:
      'Returns the usage of the current billing period so far, including every acknowledged event. Taxes are computed as for an invoice created now.',
  })
  @ApiOkResponse({ type: CurrentUsageDto })
  async getCurrentUsage(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: CurrentUsageQueryDto,
  ): Promise<CurrentUsageDto> {
    return toCurrentUsageResponse(await this.currentUsage.of(organizationId, id, query.subscription_id));
  }
}
