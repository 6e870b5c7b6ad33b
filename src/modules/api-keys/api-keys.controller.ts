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
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendPage } from '../../platform/http/paging';
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  ApiKeyDto,
  CreateApiKeyDto,
  CreatedApiKeyDto,
  ListApiKeysDto,
  RotateApiKeyDto,
  toApiKeyResponse,
  toCreatedApiKeyResponse,
} from './api-key.dto';
import { ApiKeysService } from './api-keys.service';
import { CurrentApiKey } from './current-api-key';

@ApiTags('API keys')
@ApiBearerAuth()
@Controller('v1/organizations/current/api_keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  @Post()
  @ApiOperation({
    summary: 'Create an API key',
    description: 'Returns `raw_key` only in this response. Every key has full access to its organization.',
  })
  @ApiCreatedResponse({ type: CreatedApiKeyDto })
  async createApiKey(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreateApiKeyDto,
  ): Promise<CreatedApiKeyDto> {
    return toCreatedApiKeyResponse(
      await this.apiKeys.create(organizationId, { name: body.name, expiresAt: body.expires_at ?? null }),
    );
  }

  @Get()
  @ApiOperation({
    summary: 'List API keys',
    description: 'Lists active and revoked keys, with `key_prefix` in place of the key.',
  })
  @ApiOkResponse({ type: [ApiKeyDto] })
  async listApiKeys(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListApiKeysDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ApiKeyDto[]> {
    const page = await this.apiKeys.list(organizationId, query);
    return sendPage(response, page, (key) => toApiKeyResponse(key, this.apiKeys.lastUsedAt(key)));
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get an API key',
    description: 'Returns the key with `last_used_at`, but without `raw_key`.',
  })
  @ApiOkResponse({ type: ApiKeyDto })
  async getApiKey(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<ApiKeyDto> {
    const key = await this.apiKeys.get(organizationId, id);
    return toApiKeyResponse(key, this.apiKeys.lastUsedAt(key));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Revoke an API key',
    description: 'Takes effect with the next request. The record remains, with status `revoked`.',
  })
  @ApiNoContentResponse({ description: 'Revoked; revoking a revoked key is a no-op' })
  async revokeApiKey(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.apiKeys.revoke(organizationId, id);
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Rotate an API key',
    description:
      'Returns a new key with the same name and expiry. It expires at the latest with the key that makes the request. The old key expires after the overlap, or at its own expiry if that is earlier, and cannot be rotated again.',
  })
  @ApiErrors({ 400: 'The key is revoked, expired, or already replaced by a rotation' })
  @ApiOkResponse({ type: CreatedApiKeyDto })
  async rotateApiKey(
    @CurrentOrganization() organizationId: string,
    @CurrentApiKey() requestedBy: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: RotateApiKeyDto,
  ): Promise<CreatedApiKeyDto> {
    const { overlap_seconds: overlapSeconds, expires_at: expiresAt } = body;
    return toCreatedApiKeyResponse(
      await this.apiKeys.rotate(organizationId, id, { overlapSeconds, expiresAt, requestedBy }),
    );
  }
}
