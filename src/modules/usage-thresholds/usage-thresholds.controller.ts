import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited } from '../../platform/audit/audited';
import type { Caller } from '../../platform/database/transactions';
import { CurrentCaller } from '../../platform/http/current-caller';
import { sendPage } from '../../platform/http/paging';
import { RequiredScope } from '../../platform/http/required-scope';
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  CreateUsageThresholdDto,
  ListUsageThresholdsDto,
  UsageThresholdDto,
  toUsageThresholdInput,
  toUsageThresholdResponse,
} from './usage-threshold.dto';
import { UsageThresholdsService } from './usage-thresholds.service';

@ApiTags('Usage thresholds')
@ApiBearerAuth()
@Audited('usage_threshold')
@Controller('v1')
export class UsageThresholdsController {
  constructor(private readonly thresholds: UsageThresholdsService) {}

  @Post('plans/:id/usage_thresholds')
  @RequiredScope('usage_thresholds:write')
  @Audited('usage_threshold', { id: 'result' })
  @ApiOperation({
    summary: 'Add a usage threshold to a plan',
    description: 'Applies to all subscriptions of the plan that have no thresholds of their own.',
  })
  @ApiErrors({ 409: 'The plan already has a threshold with this amount and recurring setting' })
  @ApiCreatedResponse({ type: UsageThresholdDto })
  async addPlanThreshold(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) planId: string,
    @Body() body: CreateUsageThresholdDto,
  ): Promise<UsageThresholdDto> {
    const input = toUsageThresholdInput(body);
    return toUsageThresholdResponse(await this.thresholds.create(caller, { planId }, input));
  }

  @Get('plans/:id/usage_thresholds')
  @RequiredScope('usage_thresholds:read')
  @ApiOperation({
    summary: "List a plan's usage thresholds",
    description: 'They apply to the subscriptions of the plan that have no thresholds of their own.',
  })
  @ApiOkResponse({ type: [UsageThresholdDto] })
  async listPlanThresholds(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) planId: string,
    @Query() query: ListUsageThresholdsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UsageThresholdDto[]> {
    const page = await this.thresholds.list(caller, { planId }, query);
    return sendPage(response, page, toUsageThresholdResponse);
  }

  @Post('subscriptions/:id/usage_thresholds')
  @RequiredScope('usage_thresholds:write')
  @Audited('usage_threshold', { id: 'result' })
  @ApiOperation({
    summary: 'Add a usage threshold to a subscription',
    description: "The subscription's own thresholds replace those of its plan.",
  })
  @ApiErrors({
    400: 'The subscription has ended',
    409: 'The subscription already has a threshold with this amount and recurring setting',
  })
  @ApiCreatedResponse({ type: UsageThresholdDto })
  async addSubscriptionThreshold(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) subscriptionId: string,
    @Body() body: CreateUsageThresholdDto,
  ): Promise<UsageThresholdDto> {
    const input = toUsageThresholdInput(body);
    return toUsageThresholdResponse(await this.thresholds.create(caller, { subscriptionId }, input));
  }

  @Get('subscriptions/:id/usage_thresholds')
  @RequiredScope('usage_thresholds:read')
  @ApiOperation({
    summary: "List a subscription's own usage thresholds",
    description: 'They replace those of the plan.',
  })
  @ApiOkResponse({ type: [UsageThresholdDto] })
  async listSubscriptionThresholds(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) subscriptionId: string,
    @Query() query: ListUsageThresholdsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UsageThresholdDto[]> {
    const page = await this.thresholds.list(caller, { subscriptionId }, query);
    return sendPage(response, page, toUsageThresholdResponse);
  }

  @Delete('usage_thresholds/:id')
  @RequiredScope('usage_thresholds:write')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a usage threshold',
    description: 'It can no longer be crossed; crossings that were reported remain.',
  })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteThreshold(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.thresholds.delete(caller, id);
  }
}
