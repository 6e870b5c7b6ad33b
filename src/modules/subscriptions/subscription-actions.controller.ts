import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Audited, NotAudited } from '../../platform/audit/audited';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { RequiredScope } from '../../platform/http/required-scope';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  SubscriptionPeriodsDto,
  BillingPeriodQueryDto,
  toBillingPeriodResponse,
} from './periods/billing-period.dto';
import { BillingPeriodsService } from './periods/billing-periods';
import { PlanChangePreviews } from './changes/plan-change-previews';
import {
  PlanChangePreviewDto,
  PreviewPlanChangeDto,
  toPlanChangePreviewResponse,
} from './changes/plan-change-preview.dto';
import { SubscriptionDto, toSubscriptionResponse } from './subscription.dto';
import { SubscriptionsService } from './subscriptions.service';

/** Transitions, previews and billing periods of one subscription. */
@ApiTags('Subscriptions')
@ApiBearerAuth()
@Audited('subscription')
@Controller('v1/subscriptions/:id')
export class SubscriptionActionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly planChanges: PlanChangePreviews,
    private readonly periods: BillingPeriodsService,
  ) {}

  @Post('activate')
  @RequiredScope('subscriptions:write')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Start a pending subscription now',
    description: 'Sets `subscription_at` to the current time. Emits `subscription.started`.',
  })
  @ApiErrors({ 400: 'The subscription is not pending' })
  @ApiOkResponse({ type: SubscriptionDto })
  async activateSubscription(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() _: EmptyBody,
  ): Promise<SubscriptionDto> {
    return toSubscriptionResponse(await this.subscriptions.activate(caller, id));
  }

  @Post('cancel')
  @RequiredScope('subscriptions:write')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Cancel a subscription',
    description:
      'Cancels a pending subscription at once, and an active one at the end of its billing period, with a last invoice. ' +
      'Emits `subscription.canceled` when the cancellation takes effect.',
  })
  @ApiErrors({ 400: 'The subscription has ended, or its cancellation is already scheduled' })
  @ApiOkResponse({ type: SubscriptionDto })
  async cancelSubscription(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() _: EmptyBody,
  ): Promise<SubscriptionDto> {
    return toSubscriptionResponse(await this.subscriptions.cancel(caller, id));
  }

  @Delete('cancel')
  @RequiredScope('subscriptions:write')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Withdraw a scheduled cancellation',
    description: 'The subscription goes on after the end of the billing period.',
  })
  @ApiErrors({ 400: 'The subscription has no scheduled cancellation' })
  @ApiNoContentResponse({ description: 'Withdrawn' })
  async withdrawCancellation(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.subscriptions.withdrawCancellation(caller, id);
  }

  @Post('change_plan_preview')
  @RequiredScope('subscriptions:read')
  @NotAudited('computes only')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Preview a plan change',
    description:
      'Shows when the change would take effect, its invoices with the usage so far, and the credit for a prepaid fee. Stores nothing.',
  })
  @ApiErrors({ 400: 'The subscription is not active' })
  @ApiOkResponse({ type: PlanChangePreviewDto })
  async previewPlanChange(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: PreviewPlanChangeDto,
  ): Promise<PlanChangePreviewDto> {
    const preview = await this.planChanges.preview(caller, id, body.plan_id);
    return toPlanChangePreviewResponse(preview);
  }

  @Get('billing_period')
  @RequiredScope('subscriptions:read')
  @ApiOperation({
    summary: 'Get the billing period of an instant',
    description:
      'Also returns the period that a bill made at that instant would cover under the current plan.',
  })
  @ApiOkResponse({ type: SubscriptionPeriodsDto })
  async getBillingPeriod(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: BillingPeriodQueryDto,
  ): Promise<SubscriptionPeriodsDto> {
    return toBillingPeriodResponse(await this.periods.at(caller, id, query.at));
  }
}
