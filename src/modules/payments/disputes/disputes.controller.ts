import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { sendPage } from '../../../platform/http/paging';
import { RequiredScope } from '../../../platform/http/required-scope';
import { UuidPipe } from '../../../platform/http/validation';
import { DisputeDto, ListDisputesDto, toDisputeFilters, toDisputeResponse } from './dispute.dto';
import { DisputesService } from './disputes.service';

@ApiTags('Payments')
@ApiBearerAuth()
@Controller('v1/disputes')
export class DisputesController {
  constructor(private readonly disputes: DisputesService) {}

  @Get()
  @RequiredScope('disputes:read')
  @ApiOperation({ summary: 'List disputes', description: 'By payment, customer or status.' })
  @ApiOkResponse({ type: [DisputeDto] })
  async listDisputes(
    @CurrentCaller() caller: Caller,
    @Query() query: ListDisputesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DisputeDto[]> {
    const page = await this.disputes.list(caller, toDisputeFilters(query), query);
    return sendPage(response, page, toDisputeResponse);
  }

  @Get(':id')
  @RequiredScope('disputes:read')
  @ApiOperation({ summary: 'Get a dispute', description: 'Shows deadline and outcome.' })
  @ApiOkResponse({ type: DisputeDto })
  async getDispute(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<DisputeDto> {
    return toDisputeResponse(await this.disputes.get(caller, id));
  }
}
