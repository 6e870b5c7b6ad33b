import { Controller, Get, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { NotAudited } from '../../platform/audit/audited';
import { OutsideAdmission } from '../../platform/admission/admission.interceptor';
import { OwnRateLimit } from '../../platform/rate-limit/api-rate-limit.interceptor';
import type { Caller } from '../../platform/database/transactions';
import { CurrentCaller } from '../../platform/http/current-caller';
import { sendPage } from '../../platform/http/paging';
import { RequiredScope } from '../../platform/http/required-scope';
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  CreateUsageEventDto,
  CreateUsageEventsDto,
  UsageEventBatchDto,
  UsageEventDto,
  ListEventsDto,
  toEventResponse,
} from './event.dto';
import { EventsService } from './queries/events.service';
import { EventIntake } from './ingestion/event-intake';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';
import { RequestExample } from '../../platform/openapi/request-example';

const LIMITED =
  'The organization exceeded EVENTS_RATE_LIMIT requests per minute; retry after `Retry-After` seconds';

@ApiTags('Usage events')
@ApiBearerAuth()
@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly intake: EventIntake,
    private readonly events: EventsService,
  ) {}

  @Post()
  @RequiredScope('events:write')
  @NotAudited('usage events are their own record')
  @OutsideAdmission() // as the raw route is: ingestion has a limit and connections of its own
  @OwnRateLimit()
  @UseGuards(RateLimitGuard)
  @RequestExample({
    transaction_id: 'evt_2026_000042',
    code: 'storage_gb',
    external_subscription_id: 'sub_1042',
    properties: { gb: '12.5' },
  })
  @ApiOperation({
    summary: 'Record a usage event',
    description:
      'Stores each `transaction_id` exactly once, for ever: a request with the same content returns 200 with the stored event. The event is durable when the response is sent.',
  })
  @ApiErrors({ 409: 'An event with this transaction_id and different content exists', 429: LIMITED })
  @ApiBody({ type: CreateUsageEventDto })
  @ApiCreatedResponse({ type: UsageEventDto })
  @ApiOkResponse({ type: UsageEventDto, description: 'Already stored with the same content' })
  async createEvent(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UsageEventDto> {
    const { status, body } = await this.intake.one(caller, request.body);
    response.status(status);
    return body;
  }

  @Post('batch')
  @RequiredScope('events:write')
  @NotAudited('usage events are their own record')
  @OutsideAdmission() // as the raw route is: ingestion has a limit and connections of its own
  @OwnRateLimit()
  @UseGuards(RateLimitGuard)
  @RequestExample({
    events: ['evt_2026_000043', 'evt_2026_000044'].map((id) => ({
      transaction_id: id,
      code: 'storage_gb',
      external_subscription_id: 'sub_1042',
      properties: { gb: '7.5' },
    })),
  })
  @ApiOperation({
    summary: 'Record up to 1000 usage events',
    description:
      'Stores the valid events, even if others are rejected. Counts as one request towards the rate limit.',
  })
  @ApiErrors({ 429: LIMITED })
  @ApiBody({ type: CreateUsageEventsDto })
  @ApiCreatedResponse({ type: UsageEventBatchDto, description: 'No event is rejected or in conflict' })
  @ApiResponse({
    status: 207,
    type: UsageEventBatchDto,
    description: 'Some events are rejected or in conflict',
  })
  async createEvents(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UsageEventBatchDto> {
    const { status, body } = await this.intake.batch(caller, request.body);
    response.status(status);
    return body;
  }

  @Get()
  @RequiredScope('events:read')
  @ApiOperation({
    summary: 'List usage events',
    description: 'Events as they were sent, by customer, subscription, metric or time.',
  })
  @ApiOkResponse({ type: [UsageEventDto] })
  async listEvents(
    @CurrentCaller() caller: Caller,
    @Query() query: ListEventsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UsageEventDto[]> {
    const filters = {
      externalCustomerId: query.external_customer_id,
      externalSubscriptionId: query.external_subscription_id,
      code: query.code,
      charged: query.charged,
      from: query.from,
      to: query.to,
    };
    return sendPage(response, await this.events.list(caller, filters, query), toEventResponse);
  }

  @Get(':id')
  @RequiredScope('events:read')
  @ApiOperation({
    summary: 'Get a usage event',
    description: 'Shows the event as it was sent, and whether it came too late for its billing period.',
  })
  @ApiOkResponse({ type: UsageEventDto })
  async getEvent(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<UsageEventDto> {
    return toEventResponse(await this.events.get(caller, id));
  }
}
