import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendPage } from '../../platform/http/paging';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { PrefillWith } from '../../platform/openapi/prefill';
import { IncludesCustomer } from '../customers';
import {
  CreatePaymentRequestDto,
  ListPaymentRequestsDto,
  PaymentRequestDto,
  toPaymentRequestResponse,
} from './payment-request.dto';
import { PaymentRequestBatch } from './payment-request-batch';
import { PaymentRequestsService } from './payment-requests.service';

@ApiTags('Dunning')
@ApiBearerAuth()
@Controller('v1/payment_requests')
export class PaymentRequestsController {
  constructor(
    private readonly requests: PaymentRequestsService,
    private readonly batch: PaymentRequestBatch,
  ) {}

  @Post()
  @PrefillWith({ status: ['finalized'] })
  @ApiOperation({
    summary: 'Create a payment request',
    description:
      'Requests payment of one or more invoices of a customer. Emits `payment_request.created`. The request is refused with 409 if one of the invoices is in another open payment request. Payments with the `payment_request_id` are applied to the invoices, oldest first. A request created through the API has no automatic attempts, so the failure of its payment is final; a later payment still pays its invoices.',
  })
  @ApiCreatedResponse({ type: PaymentRequestDto })
  async createPaymentRequest(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreatePaymentRequestDto,
  ): Promise<PaymentRequestDto> {
    const { customer_id: customerId, invoice_ids: invoiceIds } = body;
    return toPaymentRequestResponse(await this.requests.create(organizationId, customerId, invoiceIds));
  }

  @Post('batch')
  @ApiOperation({
    summary: 'Create payment requests for all overdue customers',
    description:
      'Creates and returns one payment request per customer and currency, for all overdue invoices that are in no open request. Stops after about 1,000 requests, or about 100 with an `Idempotency-Key`: repeat the call until the response is empty.',
  })
  @ApiCreatedResponse({ type: [PaymentRequestDto] })
  async createPaymentRequests(
    @CurrentOrganization() organizationId: string,
    @Body() _body: EmptyBody,
  ): Promise<PaymentRequestDto[]> {
    return (await this.batch.create(organizationId)).map(toPaymentRequestResponse);
  }

  @Get()
  @ApiOperation({ summary: 'List payment requests', description: 'Lists the requests of every status.' })
  @ApiOkResponse({ type: [PaymentRequestDto] })
  @IncludesCustomer()
  async listPaymentRequests(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListPaymentRequestsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PaymentRequestDto[]> {
    const filters = {
      customerId: query.customer_id,
      paymentStatus: query.payment_status,
      dunningCampaignId: query.dunning_campaign_id,
    };
    const page = await this.requests.list(organizationId, filters, query);
    return sendPage(response, page, toPaymentRequestResponse);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a payment request',
    description: 'Returns the request with its invoices and attempts.',
  })
  @ApiOkResponse({ type: PaymentRequestDto })
  async getPaymentRequest(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<PaymentRequestDto> {
    return toPaymentRequestResponse(await this.requests.get(organizationId, id));
  }
}
