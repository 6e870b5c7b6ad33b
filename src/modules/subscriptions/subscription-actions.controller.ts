import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { SubscriptionPeriodsDto, BillingPeriodQueryDto, toBillingPeriodResponse } from './billing-period.dto';
import { BillingPeriodsService } from './billing-periods';
import {
  PlanChangePreviewDto,
  PreviewPlanChangeDto,
  toPlanChangePreviewResponse,
} from './plan-change-preview.dto';
import { SubscriptionDto, toSubscriptionResponse } from './subscription.dto';
import { SubscriptionsService } from './subscriptions.service';

/** Transitions, previews and billing periods of one subscription. */
@ApiTags('Subscriptions')
@ApiBearerAuth()
@Controller('v1/subscriptions/:id')
export class SubscriptionActionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly periods: BillingPeriodsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post('activate')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Start a pending subscription now',
    description: 'Its `subscription_at` becomes now. Emits `subscription.started`.',
  })
  @ApiErrors({ 400: 'The subscription is not pending' })
  @ApiOkResponse({ type: SubscriptionDto })
  async activateSubscription(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() _: EmptyBody,
  ): Promise<SubscriptionDto> {
    return toSubscriptionResponse(await this.subscriptions.activate(organizationId, id));
  }

  @Post('cancel')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Cancel a subscription',
    description:
      'A pending one at once; an active one at the end of its period, with the last invoice. Emits `subscription.canceled` when it takes effect.',
  })
  @ApiErrors({ 400: 'The subscription has ended, or its cancellation is ahead already' })
  @ApiOkResponse({ type: SubscriptionDto })
  async cancelSubscription(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() _: EmptyBody,
  ): Promise<SubscriptionDto> {
    return toSubscriptionResponse(await this.subscriptions.cancel(organizationId, id));
  }

  @Delete('cancel')
  @HttpCode(204)
  @ApiOperation({ summary: 'Take a cancellation back before it takes effect' })
  @ApiErrors({ 400: 'No cancellation is ahead' })
  @ApiNoContentResponse({ description: 'The subscription goes on' })
  async withdrawCancellation(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.subscriptions.withdrawCancellation(organizationId, id);
  }

  @Post('change_plan_preview')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Preview a change of plan',
    description:
      'When the change would take effect, what would be billed then with the usage so far, and what would come back. Changes nothing.',
  })
  @ApiErrors({ 400: 'The subscription is not active' })
  @ApiOkResponse({ type: PlanChangePreviewDto })
  async previewPlanChange(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: PreviewPlanChangeDto,
  ): Promise<PlanChangePreviewDto> {
    const preview = await this.subscriptions.previewPlanChange(organizationId, id, body.plan_id);
    return toPlanChangePreviewResponse(preview);
  }

  @Get('billing_period')
  @ApiOperation({
    summary: 'The period of an instant, and what a bill made then would cover',
    description: 'By the plan that the subscription is on now.',
  })
  @ApiOkResponse({ type: SubscriptionPeriodsDto })
  async getBillingPeriod(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: BillingPeriodQueryDto,
  ): Promise<SubscriptionPeriodsDto> {
    const at = query.at ?? this.clock.now();
    return toBillingPeriodResponse(await this.periods.at(organizationId, id, at));
  }
}
