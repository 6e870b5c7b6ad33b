import { Body, Controller, Param, Post, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { EmptyBody, UuidPipe } from '../../../platform/http/validation';
import { Repeatable } from '../../../platform/idempotency/repeatable';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { RequestExample } from '../../../platform/openapi/request-example';
import { Charges } from '../charges/charges';
import { CheckoutDto, CheckoutResponseDto, CollectionDto, toCheckoutInput } from '../collection.dto';
import { CollectionViews } from '../pay-pages/collection-views';
import { CheckoutLinks } from './checkout-links';

const EXAMPLE = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
const ERRORS = {
  400:
    'Nothing is due (`invalid_state`), no provider is connected (`provider_not_connected`), another collection cannot be ' +
    'ended (`collection_in_flight`), or the provider refused (`provider_rejected`)',
};

@ApiTags('Collections')
@ApiBearerAuth()
@Audited('collection', { id: 'result' })
@Controller('v1')
export class CheckoutsController {
  constructor(
    private readonly links: CheckoutLinks,
    private readonly charges: Charges,
    private readonly views: CollectionViews,
  ) {}

  @Post('invoices/:id/checkout')
  @RequiredScope('collections:write')
  @Repeatable()
  @RequestExample(EXAMPLE)
  @ApiOperation({
    summary: 'Get a link to pay an invoice',
    description:
      'Returns a page of this service that leads to one of the provider, for what is due. A repetition returns ' +
      'an open link, and replaces it when the amount has changed. After a 503, ' +
      'repeat it.',
  })
  @ApiErrors(ERRORS)
  @ApiCreatedResponse({ type: CheckoutResponseDto })
  async checkoutInvoice(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: CheckoutDto,
    @Req() request: Request,
  ): Promise<CheckoutResponseDto> {
    const target = { type: 'invoice', id };
    const link = await this.links.checkout(caller, target, toCheckoutInput(body));
    return this.views.checkout(request, caller.organizationId, target, link);
  }

  @Post('invoices/:id/collect')
  @RequiredScope('collections:write')
  @Repeatable()
  @ApiOperation({
    summary: 'Charge the default payment method with what is due on an invoice',
    description:
      'Returns the collection at once; the provider is asked afterwards, and events say how it ends. An open link is made ' +
      'dead first. While the charge is under way, a repetition returns it.',
  })
  @ApiErrors({
    400:
      'Nothing is due, or the customer has no method that can be charged (`invalid_state`); the provider is not connected ' +
      '(`provider_not_connected`); a link that is being paid cannot be ended (`collection_in_flight`)',
  })
  @ApiCreatedResponse({ type: CollectionDto })
  async collectInvoice(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
    @Req() request: Request,
  ): Promise<CollectionDto> {
    return this.views.of(request)(await this.charges.collect(caller, { type: 'invoice', id }));
  }

  @Post('payment_requests/:id/checkout')
  @RequiredScope('collections:write')
  @Repeatable()
  @RequestExample(EXAMPLE)
  @ApiOperation({
    summary: 'Get a link to pay a payment request',
    description:
      'As for an invoice; the link covers all invoices of the payment request on which something is due.',
  })
  @ApiErrors(ERRORS)
  @ApiCreatedResponse({ type: CheckoutResponseDto })
  async checkoutPaymentRequest(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: CheckoutDto,
    @Req() request: Request,
  ): Promise<CheckoutResponseDto> {
    const target = { type: 'payment_request', id };
    const link = await this.links.checkout(caller, target, toCheckoutInput(body));
    return this.views.checkout(request, caller.organizationId, target, link);
  }
}
