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
import { RevealsSecret } from '../../platform/http/reveals-secret';
import { UuidPipe } from '../../platform/http/validation';
import { withoutUndefined } from '../../platform/http/without-undefined';
import {
  CreateWebhookEndpointDto,
  CreatedWebhookEndpointDto,
  ListWebhookEndpointsDto,
  RotateWebhookEndpointSecretDto,
  UpdateWebhookEndpointDto,
  WebhookEndpointDto,
  WebhookEndpointSecretDto,
  toWebhookEndpointResponse,
} from './webhook-endpoint.dto';
import { WebhookEndpointsService, type RevealedSecret } from './webhook-endpoints.service';
import { RequestExample } from '../../platform/openapi/request-example';

@ApiTags('Webhook endpoints')
@ApiBearerAuth()
@Audited('webhook_endpoint')
@Controller('v1/webhook_endpoints')
export class WebhookEndpointsController {
  constructor(private readonly endpoints: WebhookEndpointsService) {}

  @Post()
  @RevealsSecret()
  @RequiredScope('webhooks:manage')
  @RequestExample({ url: 'inbox', event_types: ['invoice.*', 'customer.*'] })
  @ApiOperation({
    summary: 'Create a webhook endpoint',
    description: 'Returns the signing secret. Each endpoint receives the events of its `event_types`.',
  })
  @ApiCreatedResponse({ type: CreatedWebhookEndpointDto })
  async createWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateWebhookEndpointDto,
  ): Promise<CreatedWebhookEndpointDto> {
    const { endpoint, secret } = await this.endpoints.create(caller, {
      url: body.url,
      signatureAlgo: body.signature_algo,
      status: body.status,
      description: body.description ?? null,
      eventTypes: body.event_types,
    });
    return { ...toWebhookEndpointResponse(endpoint), secret };
  }

  @Get()
  @RequiredScope('webhooks:read')
  @ApiOperation({
    summary: 'List webhook endpoints',
    description: 'Without their secrets.',
  })
  @ApiOkResponse({ type: [WebhookEndpointDto] })
  async listWebhookEndpoints(
    @CurrentCaller() caller: Caller,
    @Query() query: ListWebhookEndpointsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookEndpointDto[]> {
    return sendPage(response, await this.endpoints.list(caller, query), toWebhookEndpointResponse);
  }

  @Get(':id')
  @RequiredScope('webhooks:read')
  @ApiOperation({
    summary: 'Get a webhook endpoint',
    description: 'Without its secret.',
  })
  @ApiOkResponse({ type: WebhookEndpointDto })
  async getWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<WebhookEndpointDto> {
    return toWebhookEndpointResponse(await this.endpoints.get(caller, id));
  }

  @Put(':id')
  @RequiredScope('webhooks:manage')
  @RequestExample({ description: 'Accounting and sales' })
  @ApiOperation({
    summary: 'Update a webhook endpoint',
    description: 'Changes only the given fields. Applies to the next attempt of every delivery.',
  })
  @ApiOkResponse({ type: WebhookEndpointDto })
  async updateWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateWebhookEndpointDto,
  ): Promise<WebhookEndpointDto> {
    const { url, signature_algo: signatureAlgo, status, description, event_types: eventTypes } = body;
    const changes = withoutUndefined({ url, signatureAlgo, status, description, eventTypes });
    return toWebhookEndpointResponse(await this.endpoints.update(caller, id, changes));
  }

  @Delete(':id')
  @RequiredScope('webhooks:manage')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a webhook endpoint',
    description: 'Its pending deliveries become `failed`. Its delivery history stays readable.',
  })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.endpoints.delete(caller, id);
  }

  @Get(':id/secret')
  @RequiredScope('webhooks:manage')
  @ApiOperation({
    summary: 'Reveal the signing secret',
    description: 'Your receiver needs it to verify signatures.',
  })
  @ApiOkResponse({ type: WebhookEndpointSecretDto })
  async getWebhookEndpointSecret(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<WebhookEndpointSecretDto> {
    return toSecretResponse(await this.endpoints.revealSecret(caller, id));
  }

  @Post(':id/secret/rotate')
  @RevealsSecret()
  @RequiredScope('webhooks:manage')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Rotate the signing secret',
    description:
      'During the overlap, `X-Svc-Signature` is made with the oldest valid secret, and `webhook-signature` with all. Up to five earlier secrets sign until their announced ends.',
  })
  @ApiOkResponse({ type: WebhookEndpointSecretDto })
  async rotateWebhookEndpointSecret(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: RotateWebhookEndpointSecretDto,
  ): Promise<WebhookEndpointSecretDto> {
    return toSecretResponse(await this.endpoints.rotateSecret(caller, id, body.overlap_seconds));
  }
}

function toSecretResponse(revealed: RevealedSecret): WebhookEndpointSecretDto {
  return {
    secret: revealed.secret,
    previous_secret_expires_at: revealed.previousSecretExpiresAt?.toISOString() ?? null,
  };
}
