import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { PrefillWith } from '../../platform/openapi/prefill';
import { SubscriptionPeriodsDto, BillingPeriodQueryDto, toBillingPeriodResponse } from './billing-period.dto';
import { BillingPeriodsService } from './billing-periods';
import {
  PlanChangePreviewDto,
  PreviewPlanChangeDto,
  toPlanChangePreviewResponse,
} from './plan-change-preview.dto';
import { SubscriptionDto, toSubscriptionResponse } from './subscription.dto';
import { SubscriptionRequests } from './subscription-requests';
import { SubscriptionsService } from './subscriptions.service';

/** Routes for the transitions, previews and billing periods of a subscription. */
@ApiTags('Subscriptions')
@ApiBearerAuth()
@Controller('v1/subscriptions/:id')
export class SubscriptionActionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly requests: SubscriptionRequests,
    private readonly periods: BillingPeriodsService,
  ) {}

  @Post('activate')
  @HttpCode(200)
  @PrefillWith({ status: ['pending'] })
  @ApiOperation({
    summary: 'Start a pending subscription now',
    description: 'Sets `subscription_at` to now. Emits `subscription.started`.',
  })
  @ApiErrors({ 400: 'The subscription is not pending' })
  @ApiOkResponse({ type: SubscriptionDto })
  async activateSubscription(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() _: EmptyBody,
  ): Promise<SubscriptionDto> {
    return toSubscriptionResponse(await this.requests.activate(organizationId, id));
  }

  @Post('cancel')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Cancel a subscription',
    description:
      'Cancels a pending subscription immediately, and an active one at the end of its period, with a ' +
      'last invoice. Emits `subscription.canceled` when the cancellation takes effect.',
  })
  @ApiErrors({ 400: 'The subscription has ended, or its cancellation is already scheduled' })
  @ApiOkResponse({ type: SubscriptionDto })
  async cancelSubscription(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() _: EmptyBody,
  ): Promise<SubscriptionDto> {
    return toSubscriptionResponse(await this.requests.cancel(organizationId, id));
  }

  @Delete('cancel')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Withdraw a scheduled cancellation',
    description: 'The subscription continues as if it had not been canceled.',
  })
  @ApiErrors({ 400: 'No cancellation is scheduled' })
  @ApiNoContentResponse({ description: 'Cancellation withdrawn' })
  async withdrawCancellation(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.requests.withdrawCancellation(organizationId, id);
  }

  @Post('change_plan_preview')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Preview a plan change',
    description:
      'Returns when the change would take effect, what would be billed then with the usage before it, and ' +
      'how much would be credited. With the current plan, previews the move to its newest version. ' +
      'Changes nothing.',
  })
  @ApiErrors({ 400: 'The subscription is not active, or ends before the change would take effect' })
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
    summary: 'Get the billing period at a given time',
    description:
      'Also returns the period that an invoice created at that time would cover. Both assume the ' +
      'current plan of the subscription.',
  })
  @ApiOkResponse({ type: SubscriptionPeriodsDto })
  async getBillingPeriod(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: BillingPeriodQueryDto,
  ): Promise<SubscriptionPeriodsDto> {
    return toBillingPeriodResponse(await this.periods.at(organizationId, id, query.at));
  }
}
