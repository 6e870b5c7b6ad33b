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
import { withoutUndefined } from '../../platform/http/without-undefined';
import { IfMatch, IfMatchValue } from '../../platform/http/versions';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  CreateWebhookEndpointDto,
  CreatedWebhookEndpointDto,
  ListWebhookEndpointsDto,
  RotateSecretDto,
  UpdateWebhookEndpointDto,
  WebhookEndpointDto,
  WebhookEndpointSecretDto,
  toWebhookEndpointResponse,
} from './webhook-endpoint.dto';
import { WebhookEndpointsService, type RevealedSecret } from './webhook-endpoints.service';

@ApiTags('Webhook endpoints')
@ApiBearerAuth()
@Controller('v1/webhook_endpoints')
export class WebhookEndpointsController {
  constructor(private readonly endpoints: WebhookEndpointsService) {}

  @Post()
  @ApiOperation({
    summary: 'Create a webhook endpoint',
    description: 'Returns the signing secret. The endpoint receives the events that `event_types` selects.',
  })
  @ApiCreatedResponse({ type: CreatedWebhookEndpointDto })
  async createWebhookEndpoint(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreateWebhookEndpointDto,
  ): Promise<CreatedWebhookEndpointDto> {
    const { endpoint, secret } = await this.endpoints.create(organizationId, {
      url: body.url,
      signatureAlgo: body.signature_algo,
      status: body.status,
      description: body.description ?? null,
      eventTypes: body.event_types,
    });
    return { ...toWebhookEndpointResponse(endpoint), secret };
  }

  @Get()
  @ApiOperation({ summary: 'List webhook endpoints', description: 'Omits deleted endpoints.' })
  @ApiOkResponse({ type: [WebhookEndpointDto] })
  async listWebhookEndpoints(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListWebhookEndpointsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookEndpointDto[]> {
    return sendPage(response, await this.endpoints.list(organizationId, query), toWebhookEndpointResponse);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a webhook endpoint',
    description: 'Returns the endpoint without its signing secret.',
  })
  @ApiOkResponse({ type: WebhookEndpointDto })
  async getWebhookEndpoint(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<WebhookEndpointDto> {
    return toWebhookEndpointResponse(await this.endpoints.get(organizationId, id));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a webhook endpoint',
    description:
      'Changes only the fields that are sent. The changes apply from the next attempt of every delivery.',
  })
  @ApiOkResponse({ type: WebhookEndpointDto })
  async updateWebhookEndpoint(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateWebhookEndpointDto,
    @IfMatch() ifMatch: IfMatchValue,
  ): Promise<WebhookEndpointDto> {
    const { url, signature_algo: signatureAlgo, status, description, event_types: eventTypes } = body;
    const changes = withoutUndefined({ url, signatureAlgo, status, description, eventTypes });
    return toWebhookEndpointResponse(
      await this.endpoints.update(organizationId, id, changes, ifMatch.on(toWebhookEndpointResponse)),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a webhook endpoint',
    description: 'Pending deliveries of the endpoint become `failed`. Its delivery history remains readable.',
  })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteWebhookEndpoint(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.endpoints.delete(organizationId, id);
  }

  @Get(':id/secret')
  @ApiOperation({
    summary: 'Reveal the signing secret',
    description:
      'Returns the current secret and, during a rotation, the earlier secrets that are still valid.',
  })
  @ApiOkResponse({ type: WebhookEndpointSecretDto })
  async getWebhookEndpointSecret(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<WebhookEndpointSecretDto> {
    return toSecretResponse(await this.endpoints.revealSecret(organizationId, id));
  }

  @Post(':id/secret/rotate')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Rotate the signing secret',
    description:
      'During the overlap, `X-Svc-Signature` still uses the old secret, and `webhook-signature` contains one signature per secret. Secrets of earlier rotations sign until their own ends, at most five; an overlap of 0 ends all of them.',
  })
  @ApiErrors({ 400: 'Five earlier secrets still sign, and the overlap is not 0' })
  @ApiOkResponse({ type: WebhookEndpointSecretDto })
  async rotateWebhookEndpointSecret(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: RotateSecretDto,
  ): Promise<WebhookEndpointSecretDto> {
    return toSecretResponse(await this.endpoints.rotateSecret(organizationId, id, body.overlap_seconds));
  }
}

function toSecretResponse(revealed: RevealedSecret): WebhookEndpointSecretDto {
  return {
    secret: revealed.secret,
    previous_secret_expires_at: revealed.earlierEnds[0]?.toISOString() ?? null,
    earlier_secrets: revealed.earlierEnds.map((end) => ({ expires_at: end.toISOString() })),
  };
}
