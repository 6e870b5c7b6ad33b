import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited } from '../../platform/audit/audited';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { sendAll, sendPage } from '../../platform/http/paging';
import { RequiredScope } from '../../platform/http/required-scope';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { SampleDeliveryService } from './sample-delivery.service';
import { TestDeliveryService } from './test-delivery.service';
import {
  DeliveryStatsDto,
  ListWebhooksDto,
  TestWebhookEndpointDto,
  DeliveryDto,
  toDeliveryStatsResponse,
  toWebhookFilters,
  toWebhookResponse,
} from './webhook.dto';
import { DeliveryAttemptDto, toWebhookAttemptResponse } from './webhook-attempt.dto';
import { WebhooksService } from './webhooks.service';

/** Must be registered before WebhookEndpointsController: `hooks` and `delivery_stats` are not ids. */
@ApiTags('Webhook deliveries')
@ApiBearerAuth()
@Controller('v1/webhook_endpoints')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly tests: TestDeliveryService,
    private readonly samples: SampleDeliveryService,
  ) {}

  @Get('hooks/list')
  @RequiredScope('webhooks:read')
  @ApiOperation({
    summary: 'List deliveries',
    description: 'What was sent and what waits, by endpoint, kind, status, object or time.',
  })
  @ApiOkResponse({ type: [DeliveryDto] })
  async listWebhooks(
    @CurrentCaller() caller: Caller,
    @Query() query: ListWebhooksDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeliveryDto[]> {
    const page = await this.webhooks.list(caller, toWebhookFilters(query), query);
    return sendPage(response, page, toWebhookResponse);
  }

  @Get('hooks/:id')
  @RequiredScope('webhooks:read')
  @ApiOperation({
    summary: 'Get a delivery',
    description: 'Shows the body as it is sent, and the outcome of the last attempt.',
  })
  @ApiOkResponse({ type: DeliveryDto })
  async getWebhook(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<DeliveryDto> {
    return toWebhookResponse(await this.webhooks.get(caller, id));
  }

  @Get('hooks/:id/delivery_attempts')
  @RequiredScope('webhooks:read')
  @ApiOperation({
    summary: 'List the attempts of a delivery',
    description: 'Returns all attempts in the order of `attempt_number`.',
  })
  @ApiOkResponse({ type: [DeliveryAttemptDto] })
  async listWebhookAttempts(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeliveryAttemptDto[]> {
    const { kind, attempts } = await this.webhooks.attempts(caller, id);
    return sendAll(response, attempts, (it) => toWebhookAttemptResponse(it, kind));
  }

  @Post('hooks/:id/retry')
  @RequiredScope('webhooks:manage')
  @Audited('webhook_delivery')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Retry a failed delivery',
    description:
      'Queues one attempt immediately. It counts as a retry; if it fails, the delivery is `failed` again.',
  })
  @ApiErrors({ 400: 'The delivery is not `failed`, or its endpoint has been deleted' })
  @ApiOkResponse({ type: DeliveryDto })
  async retryWebhook(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<DeliveryDto> {
    return toWebhookResponse(await this.webhooks.retry(caller, id));
  }

  @Get('delivery_stats')
  @RequiredScope('webhooks:read')
  @ApiOperation({
    summary: 'Delivery statistics per endpoint',
    description: 'Returns an entry for every endpoint, with zeros for one without deliveries.',
  })
  @ApiOkResponse({ type: [DeliveryStatsDto] })
  async getDeliveryStats(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeliveryStatsDto[]> {
    return sendAll(response, await this.webhooks.stats(caller), toDeliveryStatsResponse);
  }

  @Post(':id/test')
  @RequiredScope('webhooks:manage')
  @Audited('webhook_endpoint')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Send a test delivery or a sample',
    description:
      'With `webhook_type`, sends a sample of that type, marked `"sample": true`: it is in no list or statistic. ' +
      'Without it, sends a `webhook_endpoint.test` event. Either is signed, recorded and retried.',
  })
  @ApiErrors({ 400: 'The endpoint is inactive' })
  @ApiOkResponse({ type: DeliveryDto })
  async testWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: TestWebhookEndpointDto,
  ): Promise<DeliveryDto> {
    const { webhook_type: kind } = body;
    const sent = kind === undefined ? this.tests.send(caller, id) : this.samples.send(caller, id, kind);
    return toWebhookResponse(await sent);
  }
}
