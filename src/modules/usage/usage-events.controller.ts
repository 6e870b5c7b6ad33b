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
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendPage } from '../../platform/http/paging';
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { EventBatchDto } from './event-batch.dto';
import { CreateEventDto, CreateEventsDto, EventDto, ListEventsDto, toEventResponse } from './usage-event.dto';
import { UsageEventsService } from './usage-events.service';
import { EventIntake } from './ingestion/event-intake';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';

const LIMITED =
  'The limit of EVENTS_RATE_LIMIT requests per minute is exceeded; retry after `Retry-After` seconds';

@ApiTags('Usage events')
@ApiBearerAuth()
@Controller('v1/events')
export class UsageEventsController {
  constructor(
    private readonly intake: EventIntake,
    private readonly events: UsageEventsService,
  ) {}

  @Post()
  @UseGuards(RateLimitGuard)
  @ApiOperation({
    summary: 'Record a usage event',
    description:
      'Stores an event once per `transaction_id`, without time limit: sending the same content again returns 200 with the stored event. The event is durable before the response is sent.',
  })
  @ApiErrors({ 409: 'The transaction_id was already used with different content', 429: LIMITED })
  @ApiBody({ type: CreateEventDto })
  @ApiCreatedResponse({ type: EventDto })
  @ApiOkResponse({ type: EventDto, description: 'Already recorded with the same content' })
  async createEvent(
    @CurrentOrganization() organizationId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EventDto> {
    const { status, body } = await this.intake.one(organizationId, request.body);
    response.status(status);
    return body;
  }

  @Post('batch')
  @UseGuards(RateLimitGuard)
  @ApiOperation({
    summary: 'Record up to 1000 usage events',
    description:
      'Stores the valid events even if others are rejected. Counts as one request toward the rate limit.',
  })
  @ApiErrors({ 429: LIMITED })
  @ApiBody({ type: CreateEventsDto })
  @ApiCreatedResponse({ type: EventBatchDto, description: 'No event was rejected or in conflict' })
  @ApiResponse({ status: 207, type: EventBatchDto, description: 'Some events were rejected or in conflict' })
  async createEvents(
    @CurrentOrganization() organizationId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EventBatchDto> {
    const { status, body } = await this.intake.batch(organizationId, request.body);
    response.status(status);
    return body;
  }

  @Get()
  @ApiOperation({
    summary: 'List usage events',
    description: 'Lists accepted events, with the reason if an event is not charged.',
  })
  @ApiOkResponse({ type: [EventDto] })
  async listEvents(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListEventsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EventDto[]> {
    const filters = {
      transactionId: query.transaction_id,
      externalCustomerId: query.external_customer_id,
      externalSubscriptionId: query.external_subscription_id,
      code: query.code,
      from: query.from,
      to: query.to,
      charged: query.charged,
      notChargedReason: query.not_charged_reason,
    };
    return sendPage(response, await this.events.list(organizationId, filters, query), toEventResponse);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a usage event',
    description: 'Returns the event with the reason if it is not charged.',
  })
  @ApiOkResponse({ type: EventDto })
  async getEvent(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<EventDto> {
    return toEventResponse(await this.events.get(organizationId, id));
  }
}
