import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendAll, sendPage } from '../../platform/http/paging';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { IncludesCustomer } from '../customers';
import { DeliveryAttemptDto, toWebhookAttemptResponse } from './delivery-attempt.dto';
import { DeliveryStatsDto, toDeliveryStatsResponse } from './delivery-stats.dto';
import { TestDeliveryService } from './test-delivery.service';
import {
  ListWebhooksDto,
  TestWebhookEndpointDto,
  WebhookDeliveryDto,
  toWebhookFilters,
  toWebhookResponse,
} from './webhook.dto';
import { WebhooksService } from './webhooks.service';

/**
 * Must be registered before WebhookEndpointsController, which would take `hooks` and `delivery_stats` as IDs.
 */
@ApiTags('Webhook deliveries')
@ApiBearerAuth()
@Controller('v1/webhook_endpoints')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly tests: TestDeliveryService,
  ) {}

  @Get('hooks/list')
  @ApiOperation({
    summary: 'List deliveries',
    description: 'Lists deliveries to all endpoints with the outcome of their last attempt.',
  })
  @ApiOkResponse({ type: [WebhookDeliveryDto] })
  @IncludesCustomer()
  async listWebhookDeliveries(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListWebhooksDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookDeliveryDto[]> {
    const page = await this.webhooks.list(organizationId, toWebhookFilters(query), query);
    return sendPage(response, page, toWebhookResponse);
  }

  @Get('hooks/:id')
  @ApiOperation({
    summary: 'Get a delivery',
    description: 'Returns the delivery with its payload and the outcome of its last attempt.',
  })
  @ApiOkResponse({ type: WebhookDeliveryDto })
  async getWebhookDelivery(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<WebhookDeliveryDto> {
    return toWebhookResponse(await this.webhooks.get(organizationId, id));
  }

  @Get('hooks/:id/delivery_attempts')
  @ApiOperation({
    summary: 'List the attempts of a delivery',
    description: 'Returns all attempts, ordered by `attempt_number`.',
  })
  @ApiOkResponse({ type: [DeliveryAttemptDto] })
  async listDeliveryAttempts(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeliveryAttemptDto[]> {
    return sendAll(response, await this.webhooks.attempts(organizationId, id), toWebhookAttemptResponse);
  }

  @Post('hooks/:id/retry')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Retry a failed delivery',
    description:
      'Queues the delivery for an immediate attempt, which counts as one retry. If it fails, the delivery is `failed` again.',
  })
  @ApiErrors({ 400: 'The delivery is not `failed`, or its endpoint was deleted' })
  @ApiOkResponse({ type: WebhookDeliveryDto })
  async retryWebhookDelivery(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<WebhookDeliveryDto> {
    return toWebhookResponse(await this.webhooks.retry(organizationId, id));
  }

  @Get('delivery_stats')
  @ApiOperation({
    summary: 'Get delivery statistics per endpoint',
    description: 'Returns one entry per endpoint, with zeros for an endpoint without deliveries.',
  })
  @ApiOkResponse({ type: [DeliveryStatsDto] })
  async getDeliveryStats(
    @CurrentOrganization() organizationId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeliveryStatsDto[]> {
    return sendAll(response, await this.webhooks.stats(organizationId), toDeliveryStatsResponse);
  }

  @Post(':id/test')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Send a test delivery or a sample',
    description:
      'Without a body, sends a `webhook_endpoint.test` event to this endpoint only. With `webhook_type`, sends a sample of this kind about a made-up object, marked by `"sample": true` in the body and by the header `X-Svc-Sample`. Both are signed, recorded and retried like any other event.',
  })
  @ApiErrors({ 400: 'The endpoint is inactive' })
  @ApiOkResponse({ type: WebhookDeliveryDto })
  async testWebhookEndpoint(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: TestWebhookEndpointDto,
  ): Promise<WebhookDeliveryDto> {
    return toWebhookResponse(await this.tests.send(organizationId, id, body.webhook_type ?? null));
  }
}
