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
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendPage } from '../../platform/http/paging';
import { UuidPipe } from '../../platform/http/validation';
import { IfMatch, IfMatchValue } from '../../platform/http/versions';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { IncludesCustomer } from '../customers';
import {
  CreateSubscriptionDto,
  ListSubscriptionsDto,
  SubscriptionDto,
  TerminateSubscriptionDto,
  UpdateSubscriptionDto,
  toSubscriptionResponse,
} from './subscription.dto';
import { toSubscriptionChanges, toSubscriptionInput } from './subscription-input';
import { SubscriptionRequests } from './subscription-requests';
import { SubscriptionsService } from './subscriptions.service';

@ApiTags('Subscriptions')
@ApiBearerAuth()
@Controller('v1/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly requests: SubscriptionRequests,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Create a subscription',
    description:
      'The subscription is active immediately, unless `subscription_at` is in the future. The plan must ' +
      'be in the currency of the customer, if the customer has one. Emits `subscription.created`, and ' +
      '`subscription.started` if the subscription is active. A plan paid in advance is billed at the ' +
      'start, or after its trial.',
  })
  @ApiErrors({ 409: 'Another subscription has this external_id' })
  @ApiCreatedResponse({ type: SubscriptionDto })
  async createSubscription(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreateSubscriptionDto,
  ): Promise<SubscriptionDto> {
    return toSubscriptionResponse(await this.subscriptions.create(organizationId, toSubscriptionInput(body)));
  }

  @Get()
  @ApiOperation({
    summary: 'List subscriptions',
    description: 'Lists subscriptions of every status, ended ones included.',
  })
  @ApiOkResponse({ type: [SubscriptionDto] })
  @IncludesCustomer()
  async listSubscriptions(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListSubscriptionsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SubscriptionDto[]> {
    const { status, customer_id: customerId, plan_id: planId, external_id: externalId } = query;
    const filters = { status, customerId, planId, externalId };
    const page = await this.subscriptions.list(organizationId, filters, query);
    return sendPage(response, page, toSubscriptionResponse);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a subscription',
    description: 'Returns the subscription with its current billing period.',
  })
  @ApiOkResponse({ type: SubscriptionDto })
  async getSubscription(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<SubscriptionDto> {
    return toSubscriptionResponse(await this.subscriptions.get(organizationId, id));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a subscription or change its plan',
    description:
      'Changes only the fields that are sent; null clears `name` and `ending_at`. A plan that costs at ' +
      'least as much per year takes effect immediately: the used part of the old plan is billed, and the ' +
      'unused part of a prepaid fee is returned as a credit note. A cheaper plan takes effect at the end ' +
      'of the period and is `next_plan_id` until then. Sending the current `plan_id` withdraws a change to ' +
      'another plan; without one, it moves the subscription to the newest version of its plan in the same ' +
      'way, and changes nothing if there is no newer one. Emits `subscription.plan_changed` when the new ' +
      'plan or version takes effect.',
  })
  @ApiErrors({ 400: 'The subscription has ended' })
  @ApiOkResponse({ type: SubscriptionDto })
  async updateSubscription(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateSubscriptionDto,
    @IfMatch() ifMatch: IfMatchValue,
  ): Promise<SubscriptionDto> {
    const changes = toSubscriptionChanges(body);
    return toSubscriptionResponse(
      await this.requests.update(organizationId, id, changes, ifMatch.on(toSubscriptionResponse)),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Terminate a subscription',
    description:
      'Ends an active subscription now. Creates a last invoice, unless the action is `skip`. The unused ' +
      'part of a prepaid fee is returned as a credit note either way, unless `on_termination_credit_note` ' +
      'is `skip`. Emits `subscription.terminated`.',
  })
  @ApiErrors({ 400: 'The subscription is not active' })
  @ApiNoContentResponse({ description: 'Terminated' })
  async terminateSubscription(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: TerminateSubscriptionDto,
  ): Promise<void> {
    const { on_termination_action: action, on_termination_credit_note: creditNote } = query;
    await this.requests.terminate(organizationId, id, action, creditNote);
  }
}
