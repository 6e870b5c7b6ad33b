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
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendPage } from '../../platform/http/paging';
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
@Controller('v1')
export class UsageThresholdsController {
  constructor(private readonly thresholds: UsageThresholdsService) {}

  @Post('plans/:id/usage_thresholds')
  @ApiOperation({
    summary: 'Add a usage threshold to a plan',
    description:
      'Applies to all subscriptions of the plan that have no thresholds of their own. Usage that has already reached the amount crosses the threshold within seconds.',
  })
  @ApiErrors({ 409: 'The plan already has a threshold of this amount' })
  @ApiCreatedResponse({ type: UsageThresholdDto })
  async addPlanThreshold(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) planId: string,
    @Body() body: CreateUsageThresholdDto,
  ): Promise<UsageThresholdDto> {
    const input = toUsageThresholdInput(body);
    return toUsageThresholdResponse(await this.thresholds.create(organizationId, { planId }, input));
  }

  @Get('plans/:id/usage_thresholds')
  @ApiOperation({
    summary: "List a plan's usage thresholds",
    description: 'They apply to the subscriptions of the plan that have no thresholds of their own.',
  })
  @ApiOkResponse({ type: [UsageThresholdDto] })
  async listPlanThresholds(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) planId: string,
    @Query() query: ListUsageThresholdsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UsageThresholdDto[]> {
    const page = await this.thresholds.list(organizationId, { planId }, query);
    return sendPage(response, page, toUsageThresholdResponse);
  }

  @Post('subscriptions/:id/usage_thresholds')
  @ApiOperation({
    summary: 'Add a usage threshold to a subscription',
    description:
      "A subscription's own thresholds replace those of its plan. Usage that has already reached the amount crosses the threshold within seconds.",
  })
  @ApiErrors({
    400: 'The subscription is terminated or canceled',
    409: 'The subscription already has a threshold of this amount',
  })
  @ApiCreatedResponse({ type: UsageThresholdDto })
  async addSubscriptionThreshold(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) subscriptionId: string,
    @Body() body: CreateUsageThresholdDto,
  ): Promise<UsageThresholdDto> {
    const input = toUsageThresholdInput(body);
    return toUsageThresholdResponse(await this.thresholds.create(organizationId, { subscriptionId }, input));
  }

  @Get('subscriptions/:id/usage_thresholds')
  @ApiOperation({
    summary: "List a subscription's own usage thresholds",
    description: 'Thresholds of a subscription replace those of its plan.',
  })
  @ApiOkResponse({ type: [UsageThresholdDto] })
  async listSubscriptionThresholds(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) subscriptionId: string,
    @Query() query: ListUsageThresholdsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UsageThresholdDto[]> {
    const page = await this.thresholds.list(organizationId, { subscriptionId }, query);
    return sendPage(response, page, toUsageThresholdResponse);
  }

  @Delete('usage_thresholds/:id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a usage threshold', description: 'Earlier crossings remain.' })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteThreshold(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.thresholds.delete(organizationId, id);
  }
}
