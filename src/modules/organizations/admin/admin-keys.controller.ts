import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  ApiKeyDto,
  ApiKeysService,
  CreateApiKeyDto,
  CreatedApiKeyDto,
  ListApiKeysDto,
  toApiKeyInput,
  toApiKeyResponse,
  toCreatedApiKeyResponse,
  type CreatedApiKey,
} from '../../api-keys';
import { Audited } from '../../../platform/audit/audited';
import { sendPage } from '../../../platform/http/paging';
import { ALL_SCOPES } from '../../../platform/http/scopes';
import { UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { AdminRoutes, CurrentOperator, type Operator } from './admin-route';
import { OperatorService } from './operator.service';
import { RequestExample } from '../../../platform/openapi/request-example';

@AdminRoutes()
@Audited('api_key', { id: ':key_id' })
@Controller('v1/admin/organizations/:id/api_keys')
export class AdminKeysController {
  constructor(
    private readonly operator: OperatorService,
    private readonly apiKeys: ApiKeysService,
  ) {}

  @Post()
  @Audited('api_key', { id: 'result', idOf: ({ key }: CreatedApiKey) => key.id })
  @RequestExample({ name: 'Support', preset: 'read_only' })
  @ApiOperation({
    summary: 'Create an API key for an organization',
    description:
      'For an organization that has lost its keys. Without `scopes` and `preset`, the key has `*`.',
  })
  @ApiErrors({ 400: 'The organization is being deleted' })
  @ApiCreatedResponse({ type: CreatedApiKeyDto })
  async createOrganizationApiKey(
    @CurrentOperator() operator: Operator,
    @Param('id', UuidPipe) id: string,
    @Body() body: CreateApiKeyDto,
  ): Promise<CreatedApiKeyDto> {
    const { name, expiresAt = null, scopes = [ALL_SCOPES] } = toApiKeyInput(body);
    const caller = { ...operator, organizationId: id };
    return toCreatedApiKeyResponse(await this.operator.createKey(caller, { name, expiresAt, scopes }));
  }

  @Get()
  @ApiOperation({
    summary: 'List the API keys of an organization',
    description: 'Keys by their prefix, with scopes, expiry and last use.',
  })
  @ApiOkResponse({ type: [ApiKeyDto] })
  async listOrganizationApiKeys(
    @Param('id', UuidPipe) id: string,
    @Query() query: ListApiKeysDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ApiKeyDto[]> {
    await this.operator.get(id);
    const page = await this.apiKeys.list({ organizationId: id }, query);
    return sendPage(response, page, (key) => toApiKeyResponse(key, this.apiKeys.lastUsedAt(key)));
  }

  @Delete(':key_id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Revoke an API key of an organization',
    description: 'Takes effect with the next request, also for the last key that can manage keys.',
  })
  @ApiErrors({ 400: 'The organization is being deleted' })
  @ApiNoContentResponse({ description: 'Revoked, now or earlier' })
  async revokeOrganizationApiKey(
    @CurrentOperator() operator: Operator,
    @Param('id', UuidPipe) id: string,
    @Param('key_id', UuidPipe) keyId: string,
  ): Promise<void> {
    await this.operator.revokeKey({ ...operator, organizationId: id }, keyId);
  }
}
