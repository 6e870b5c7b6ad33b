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
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { sendPage } from '../../../platform/http/paging';
import { RequiredScope } from '../../../platform/http/required-scope';
import { EmptyBody, UuidPipe } from '../../../platform/http/validation';
import { Repeatable } from '../../../platform/idempotency/repeatable';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { RequestExample } from '../../../platform/openapi/request-example';
import { ProviderParam } from '../../payments';
import { toCheckoutInput } from '../collection.dto';
import {
  ListPaymentMethodsDto,
  PaymentMethodDto,
  PaymentMethodSetupDto,
  ProviderCustomerDto,
  PutProviderCustomerDto,
  SetupPaymentMethodDto,
  toPaymentMethodResponse,
  toProviderCustomerResponse,
} from './payment-method.dto';
import { MethodSetups } from './method-setups';
import { PaymentMethodsService } from './payment-methods.service';

@ApiTags('Collections')
@ApiBearerAuth()
@Controller('v1/customers/:id')
export class PaymentMethodsController {
  constructor(
    private readonly methods: PaymentMethodsService,
    private readonly setups: MethodSetups,
  ) {}

  @Post('payment_methods/setup')
  @RequiredScope('payment_methods:write')
  @Audited('payment_method_setup', { id: 'result' })
  @Repeatable()
  @RequestExample({
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/account',
  })
  @ApiOperation({
    summary: 'Get a page on which the customer saves a payment method',
    description:
      'The page is the provider’s: no card data comes here. The method appears in the list once the customer is done, and ' +
      'the first one becomes the default.',
  })
  @ApiErrors({
    400: 'No provider is connected (`provider_not_connected`), or it refused (`provider_rejected`)',
  })
  @ApiCreatedResponse({ type: PaymentMethodSetupDto })
  async setupPaymentMethod(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) customerId: string,
    @Body() body: SetupPaymentMethodDto,
  ): Promise<PaymentMethodSetupDto> {
    const input = { ...toCheckoutInput(body), currency: body.currency ?? null };
    const { id, url, expiresAt } = await this.setups.setup(caller, customerId, input);
    return { id, url, expires_at: expiresAt?.toISOString() ?? null };
  }

  @Get('payment_methods')
  @RequiredScope('payment_methods:read')
  @ApiOperation({
    summary: 'List the saved payment methods of a customer',
    description: 'As the providers last showed them, without deleted ones.',
  })
  @ApiOkResponse({ type: [PaymentMethodDto] })
  async listPaymentMethods(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) customerId: string,
    @Query() query: ListPaymentMethodsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PaymentMethodDto[]> {
    return sendPage(response, await this.methods.list(caller, customerId, query), toPaymentMethodResponse);
  }

  @Post('payment_methods/:methodId/default')
  @RequiredScope('payment_methods:write')
  @Audited('payment_method', { id: ':methodId' })
  @HttpCode(200)
  @ApiOperation({
    summary: 'Make a payment method the default',
    description: 'Automatic collection and dunning charge it from now on.',
  })
  @ApiErrors({ 400: 'The method cannot be charged any more' })
  @ApiOkResponse({ type: PaymentMethodDto })
  async makePaymentMethodDefault(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) customerId: string,
    @Param('methodId', UuidPipe) methodId: string,
    @Body() _body: EmptyBody,
  ): Promise<PaymentMethodDto> {
    return toPaymentMethodResponse(await this.methods.makeDefault(caller, customerId, methodId));
  }

  @Delete('payment_methods/:methodId')
  @RequiredScope('payment_methods:write')
  @Audited('payment_method', { id: ':methodId' })
  @ApiOperation({
    summary: 'Delete a saved payment method',
    description:
      'It is not charged from now on, and is deleted at the provider. If the provider does not respond, the response is ' +
      '503: repeat the request.',
  })
  @HttpCode(204)
  @ApiNoContentResponse()
  async deletePaymentMethod(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) customerId: string,
    @Param('methodId', UuidPipe) methodId: string,
  ): Promise<void> {
    await this.methods.delete(caller, customerId, methodId);
  }

  @Get('payment_providers/:provider')
  @ProviderParam()
  @RequiredScope('payment_methods:read')
  @ApiOperation({
    summary: 'Get the customer of a provider that a customer is mapped to',
    description: 'By an adoption, or because a setup or a charge made one.',
  })
  @ApiOkResponse({ type: ProviderCustomerDto })
  async getCustomerPaymentProvider(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) customerId: string,
    @Param('provider') provider: string,
  ): Promise<ProviderCustomerDto> {
    return toProviderCustomerResponse(await this.methods.mappingOf(caller, customerId, provider));
  }

  @Put('payment_providers/:provider')
  @ProviderParam()
  @RequiredScope('payment_methods:write')
  @Audited('provider_customer', { id: 'result' })
  @RequestExample({ provider_customer_id: 'cus_NffrFeUfNV2Hib' })
  @ApiOperation({
    summary: 'Map a customer to a customer of a provider',
    description: 'Adopts the customer that exists there, with its saved methods, which are read soon.',
  })
  @ApiErrors({ 409: 'Another customer has this `provider_customer_id`' })
  @ApiOkResponse({ type: ProviderCustomerDto })
  async putCustomerPaymentProvider(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) customerId: string,
    @Param('provider') provider: string,
    @Body() body: PutProviderCustomerDto,
  ): Promise<ProviderCustomerDto> {
    const mapping = { provider, providerCustomerId: body.provider_customer_id };
    return toProviderCustomerResponse(await this.methods.adopt(caller, customerId, mapping));
  }
}
