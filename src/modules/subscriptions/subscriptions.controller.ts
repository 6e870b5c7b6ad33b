import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
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
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { sendPage } from '../../platform/http/paging';
import { RequiredScope } from '../../platform/http/required-scope';
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { SubscriptionCreation } from './lifecycle/subscription-creation';
import {
  CreateSubscriptionDto,
  ListSubscriptionsDto,
  SubscriptionDto,
  UpdateSubscriptionDto,
  toSubscriptionChanges,
  toSubscriptionInput,
  toSubscriptionResponse,
} from './subscription.dto';
import { SubscriptionsService } from './subscriptions.service';
import { TerminateSubscriptionDto } from './termination.dto';
import { RequestExample } from '../../platform/openapi/request-example';

@ApiTags('Subscriptions')
@ApiBearerAuth()
@Audited('subscription')
@Controller('v1/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly creation: SubscriptionCreation,
  ) {}

  @Post()
  @RequiredScope('subscriptions:write')
  @RequestExample({
    external_id: 'sub_1042',
    external_customer_id: 'cust_1042',
    plan_code: 'pro_monthly',
    name: 'Head office',
    billing_time: 'anniversary',
  })
  @ApiOperation({
    summary: 'Create a subscription',
    description:
      'The subscription is active at once unless `subscription_at` is in the future. The plan must be in the currency of the ' +
      'customer, if that has one. Emits `subscription.created`, and `subscription.started` if it is active. A plan in advance ' +
      'is billed at once, or when its trial ends.',
  })
  @ApiErrors({ 409: 'The external_id is taken' })
  @ApiCreatedResponse({ type: SubscriptionDto })
  async createSubscription(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateSubscriptionDto,
  ): Promise<SubscriptionDto> {
    return toSubscriptionResponse(await this.creation.create(caller, toSubscriptionInput(body)));
  }

  @Get()
  @RequiredScope('subscriptions:read')
  @ApiOperation({
    summary: 'List subscriptions',
    description: 'By customer, plan, status or `external_id`.',
  })
  @ApiOkResponse({ type: [SubscriptionDto] })
  async listSubscriptions(
    @CurrentCaller() caller: Caller,
    @Query() query: ListSubscriptionsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SubscriptionDto[]> {
    const { status, customer_id: customerId, plan_id: planId, external_id: externalId } = query;
    const filters = { status, customerId, planId, externalId };
    const page = await this.subscriptions.list(caller, filters, query);
    return sendPage(response, page, toSubscriptionResponse);
  }

  @Get(':id')
  @RequiredScope('subscriptions:read')
  @ApiOperation({
    summary: 'Get a subscription',
    description: 'Shows the plan, the current billing period, and what is scheduled.',
  })
  @ApiOkResponse({ type: SubscriptionDto })
  async getSubscription(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<SubscriptionDto> {
    return toSubscriptionResponse(await this.subscriptions.get(caller, id));
  }

  @Put(':id')
  @RequiredScope('subscriptions:write')
  @RequestExample({ name: 'Head office, Paris' })
  @ApiOperation({
    summary: 'Update a subscription or change its plan',
    description:
      'Changes the fields of the request; null clears `name` and `ending_at`. A `plan_id` that costs at least as ' +
      'much per year takes effect at once: the used part of the old plan is billed, the unused part of a fee in ' +
      'advance credited. A cheaper one waits for the end of the billing period as `next_plan_id`; the current ' +
      '`plan_id` withdraws it, and otherwise stands for its newest version. Emits `subscription.plan_changed` ' +
      'when the plan changes.',
  })
  @ApiErrors({ 400: 'The subscription has ended' })
  @ApiOkResponse({ type: SubscriptionDto })
  async updateSubscription(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateSubscriptionDto,
  ): Promise<SubscriptionDto> {
    const changes = toSubscriptionChanges(body);
    return toSubscriptionResponse(await this.subscriptions.update(caller, id, changes));
  }

  @Delete(':id')
  @RequiredScope('subscriptions:write')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Terminate a subscription',
    description:
      'Ends an active subscription now. Makes the last invoice unless the action is `skip`, which also ends a subscription with ' +
      'a `billing_error`; `on_termination_credit_note` says how the unused part of a fee in advance is returned. Emits ' +
      '`subscription.terminated`.',
  })
  @ApiErrors({ 400: 'The subscription is not active' })
  @ApiNoContentResponse({ description: 'Terminated' })
  async terminateSubscription(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: TerminateSubscriptionDto,
  ): Promise<void> {
    const { on_termination_action: action, on_termination_credit_note: creditNote } = query;
    await this.subscriptions.terminate(caller, id, { action, creditNote });
  }
}
