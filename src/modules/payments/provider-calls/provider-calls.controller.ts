import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { sendPage } from '../../../platform/http/paging';
import { RequiredScope } from '../../../platform/http/required-scope';
import { ProviderParam } from '../providers/provider.field';
import {
  ListProviderCallsDto,
  ProviderCallDto,
  toProviderCallFilters,
  toProviderCallResponse,
} from './provider-call.dto';
import { ProviderCallsService } from './provider-calls.service';

@ApiTags('Payment providers')
@ApiBearerAuth()
@Controller('v1/payment_providers/:provider/calls')
export class ProviderCallsController {
  constructor(private readonly calls: ProviderCallsService) {}

  @Get()
  @RequiredScope('payment_providers:read')
  @ProviderParam()
  @ApiOperation({
    summary: 'List calls of a payment provider',
    description:
      'Every request that was sent to the provider, with its answer; without secrets, card data and personal data.',
  })
  @ApiOkResponse({ type: [ProviderCallDto] })
  async listProviderCalls(
    @CurrentCaller() caller: Caller,
    @Param('provider') provider: string,
    @Query() query: ListProviderCallsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProviderCallDto[]> {
    const page = await this.calls.list(caller, provider, toProviderCallFilters(query), query);
    return sendPage(response, page, toProviderCallResponse);
  }
}
