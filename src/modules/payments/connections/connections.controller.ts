import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../../platform/config/config';
import { originOf } from '../../../platform/http/origin';
import { CurrentOrganization } from '../../../platform/http/current-organization';
import { sendPage } from '../../../platform/http/paging';
import { IfMatch, IfMatchValue } from '../../../platform/http/versions';
import {
  ConnectionDto,
  ListConnectionsDto,
  PutConnectionDto,
  toConnectionInput,
  toConnectionResponse,
} from './connection.dto';
import { ProviderParam } from '../providers/provider-name.field';
import type { ProviderConnectionEntity } from './connection.entity';
import { ConnectionsService } from './connections.service';

@ApiTags('Payment providers')
@ApiBearerAuth()
@Controller('v1/payment_providers')
export class ConnectionsController {
  constructor(
    private readonly connections: ConnectionsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List connected payment providers',
    description: 'Lists the providers with a connection, without their secrets.',
  })
  @ApiOkResponse({ type: [ConnectionDto] })
  async listPaymentProviders(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListConnectionsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectionDto[]> {
    const page = await this.connections.list(organizationId, query);
    return sendPage(response, page, (it) => toConnectionResponse(it, this.baseUrl(request)));
  }

  @Put(':provider')
  @ProviderParam()
  @ApiOperation({
    summary: 'Connect a payment provider or change its secret',
    description:
      'Enter the returned `webhook_url` at the provider. After a change, signatures made with the previous secret are ' +
      'accepted until `previous_secret_expires_at`.',
  })
  @ApiOkResponse({ type: ConnectionDto })
  async putPaymentProvider(
    @CurrentOrganization() organizationId: string,
    @Param('provider') provider: string,
    @Body() body: PutConnectionDto,
    @IfMatch() ifMatch: IfMatchValue,
    @Req() request: Request,
  ): Promise<ConnectionDto> {
    const toResponse = (it: ProviderConnectionEntity) => toConnectionResponse(it, this.baseUrl(request));
    const precondition = ifMatch.on(toResponse);
    return toResponse(
      await this.connections.put(organizationId, provider, toConnectionInput(body), precondition),
    );
  }

  @Get(':provider')
  @ProviderParam()
  @ApiOperation({
    summary: 'Get a connected payment provider',
    description:
      'Returns the connection with the `webhook_url` to enter at the provider, without its secret.',
  })
  @ApiOkResponse({ type: ConnectionDto })
  async getPaymentProvider(
    @CurrentOrganization() organizationId: string,
    @Param('provider') provider: string,
    @Req() request: Request,
  ): Promise<ConnectionDto> {
    return toConnectionResponse(await this.connections.get(organizationId, provider), this.baseUrl(request));
  }

  @Delete(':provider')
  @ProviderParam()
  @HttpCode(204)
  @ApiOperation({
    summary: 'Disconnect a payment provider',
    description: 'Further notifications from the provider are refused.',
  })
  @ApiNoContentResponse({ description: 'Disconnected' })
  async deletePaymentProvider(
    @CurrentOrganization() organizationId: string,
    @Param('provider') provider: string,
  ): Promise<void> {
    await this.connections.delete(organizationId, provider);
  }

  /** Returns PUBLIC_URL or, if it is not set, the address of the request. */
  private baseUrl(request: Request): string {
    return this.config.publicUrl ?? originOf(request);
  }
}
