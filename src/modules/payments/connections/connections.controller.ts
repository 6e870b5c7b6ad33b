import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { baseUrlOf } from '../../../platform/http/base-url';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { sendPage } from '../../../platform/http/paging';
import { RequiredScope } from '../../../platform/http/required-scope';
import {
  PaymentProviderConnectionDto,
  ListConnectionsDto,
  PutPaymentProviderConnectionDto,
  toConnectionInput,
  toConnectionResponse,
} from './connection.dto';
import type { ProviderConnectionEntity } from './connection.entity';
import { ConnectionsService } from './connections.service';
import { ProviderParam } from '../providers/provider.field';
import { RequestExample } from '../../../platform/openapi/request-example';

@ApiTags('Payment providers')
@ApiBearerAuth()
@Audited('payment_provider')
@Controller('v1/payment_providers')
export class ConnectionsController {
  constructor(
    private readonly connections: ConnectionsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @RequiredScope('payment_providers:read')
  @ApiOperation({
    summary: 'List connected payment providers',
    description: 'Connections without their secrets.',
  })
  @ApiOkResponse({ type: [PaymentProviderConnectionDto] })
  async listPaymentProviders(
    @CurrentCaller() caller: Caller,
    @Query() query: ListConnectionsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PaymentProviderConnectionDto[]> {
    const page = await this.connections.list(caller, query);
    return sendPage(response, page, (it) =>
      toConnectionResponse(it, baseUrlOf(request, this.config), this.config.cell),
    );
  }

  @Put(':provider')
  @RequiredScope('payment_providers:manage')
  @ProviderParam()
  @RequestExample({ webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })
  @ApiOperation({
    summary: 'Connect a payment provider, or change its secret or credentials',
    description:
      'Configure the returned `webhook_url` at the provider. The previous secret still verifies until ' +
      '`previous_secret_expires_at`. With `credentials` the service collects money; it asks the provider whether ' +
      'they are good, for up to 10 seconds: see `connection_state`. Absent fields ' +
      'keep their value.',
  })
  @ApiOkResponse({ type: PaymentProviderConnectionDto })
  async putPaymentProvider(
    @CurrentCaller() caller: Caller,
    @Param('provider') provider: string,
    @Body() body: PutPaymentProviderConnectionDto,
    @Req() request: Request,
  ): Promise<PaymentProviderConnectionDto> {
    const represent = (it: ProviderConnectionEntity): PaymentProviderConnectionDto =>
      toConnectionResponse(it, baseUrlOf(request, this.config), this.config.cell);
    return represent(await this.connections.put(caller, provider, toConnectionInput(body), represent));
  }

  @Get(':provider')
  @RequiredScope('payment_providers:read')
  @ProviderParam()
  @ApiOperation({
    summary: 'Get a connected payment provider',
    description: 'Shows the `webhook_url` to configure at the provider; never the secret.',
  })
  @ApiOkResponse({ type: PaymentProviderConnectionDto })
  async getPaymentProvider(
    @CurrentCaller() caller: Caller,
    @Param('provider') provider: string,
    @Req() request: Request,
  ): Promise<PaymentProviderConnectionDto> {
    return toConnectionResponse(
      await this.connections.get(caller, provider),
      baseUrlOf(request, this.config),
      this.config.cell,
    );
  }

  @Delete(':provider')
  @RequiredScope('payment_providers:manage')
  @HttpCode(204)
  @ProviderParam()
  @ApiOperation({
    summary: 'Disconnect a payment provider',
    description: 'Webhooks of the provider are refused with 401 from now on.',
  })
  @ApiNoContentResponse({ description: 'Disconnected' })
  async deletePaymentProvider(
    @CurrentCaller() caller: Caller,
    @Param('provider') provider: string,
  ): Promise<void> {
    await this.connections.delete(caller, provider);
  }
}
