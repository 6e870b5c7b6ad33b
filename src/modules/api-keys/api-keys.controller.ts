import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
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
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  ApiKeyDto,
  CreateApiKeyDto,
  CreatedApiKeyDto,
  ListApiKeysDto,
  RevokeApiKeyDto,
  RotateApiKeyDto,
  toApiKeyInput,
  toApiKeyResponse,
  toCreatedApiKeyResponse,
} from './api-key.dto';
import { ApiKeysService, type CreatedApiKey } from './api-keys.service';
import { RequestExample } from '../../platform/openapi/request-example';

@ApiTags('API keys')
@ApiBearerAuth()
@Audited('api_key')
@Controller('v1/organizations/current/api_keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  @Post()
  @RevealsSecret()
  @RequiredScope('keys:manage')
  @Audited('api_key', { idOf: ({ key }: CreatedApiKey) => key.id })
  @RequestExample({ name: 'Production backend', preset: 'read_only' })
  @ApiOperation({
    summary: 'Create an API key',
    description:
      'Returns `raw_key` once. Give the key no more than it needs: by `scopes`, or by a `preset`. It has at most the scopes and the expiry of the key that creates it.',
  })
  @ApiCreatedResponse({ type: CreatedApiKeyDto })
  async createApiKey(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateApiKeyDto,
  ): Promise<CreatedApiKeyDto> {
    return toCreatedApiKeyResponse(await this.apiKeys.create(caller, toApiKeyInput(body)));
  }

  @Get()
  @RequiredScope('keys:read')
  @ApiOperation({
    summary: 'List API keys',
    description: 'Keys by their prefix, with scopes, expiry and last use; never the keys themselves.',
  })
  @ApiOkResponse({ type: [ApiKeyDto] })
  async listApiKeys(
    @CurrentCaller() caller: Caller,
    @Query() query: ListApiKeysDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ApiKeyDto[]> {
    const page = await this.apiKeys.list(caller, query);
    return sendPage(response, page, (key) => toApiKeyResponse(key, this.apiKeys.lastUsedAt(key)));
  }

  @Get(':id')
  @RequiredScope('keys:read')
  @ApiOperation({
    summary: 'Get an API key',
    description: 'Shows scopes, expiry and last use; never the key itself.',
  })
  @ApiOkResponse({ type: ApiKeyDto })
  async getApiKey(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<ApiKeyDto> {
    const key = await this.apiKeys.get(caller, id);
    return toApiKeyResponse(key, this.apiKeys.lastUsedAt(key));
  }

  @Delete(':id')
  @RequiredScope('keys:manage')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Revoke an API key',
    description:
      'Takes effect with the next request. The record remains, with status `revoked`. The last key that can manage ' +
      'keys is revoked only with `confirm=last_key`.',
  })
  @ApiErrors({ 400: 'It is the last key that can manage keys, and this is not confirmed' })
  @ApiNoContentResponse({ description: 'Revoked, now or earlier' })
  async revokeApiKey(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: RevokeApiKeyDto,
  ): Promise<void> {
    await this.apiKeys.revoke(caller, id, query.confirm === 'last_key');
  }

  @Post(':id/rotate')
  @RevealsSecret()
  @RequiredScope('keys:manage')
  @HttpCode(200)
  @RequestExample({ overlap_seconds: 3600 })
  @ApiOperation({
    summary: 'Replace an API key',
    description:
      'Returns a new key with the same name, scopes and expiry. The old key expires after the overlap and cannot be ' +
      'rotated again.',
  })
  @ApiErrors({ 400: 'The key is revoked, expired or rotated already' })
  @ApiOkResponse({ type: CreatedApiKeyDto })
  async rotateApiKey(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: RotateApiKeyDto,
  ): Promise<CreatedApiKeyDto> {
    const { overlap_seconds: overlapSeconds, expires_at: expiresAt } = body;
    return toCreatedApiKeyResponse(await this.apiKeys.rotate(caller, id, { overlapSeconds, expiresAt }));
  }
}
