import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { sendPage } from '../../../platform/http/paging';
import { RequiredScope } from '../../../platform/http/required-scope';
import { EmptyBody, UuidPipe } from '../../../platform/http/validation';
import {
  CreatePaymentRequestDto,
  ListPaymentRequestsDto,
  PaymentRequestDto,
  toPaymentRequestResponse,
} from './payment-request.dto';
import { PaymentRequestsService } from './payment-requests.service';

@ApiTags('Dunning')
@ApiBearerAuth()
@Audited('payment_request')
@Controller('v1/payment_requests')
export class PaymentRequestsController {
  constructor(private readonly requests: PaymentRequestsService) {}

  @Post()
  @RequiredScope('payment_requests:write')
  @ApiOperation({
    summary: 'Request payment of invoices',
    description:
      'Emits `payment_request.created`. An invoice can be in one open payment request, otherwise the response is ' +
      '409. Payments with its `payment_request_id` are applied to the invoices, oldest first. The request fails ' +
      'with its payment; money that arrives later is still applied.',
  })
  @ApiCreatedResponse({ type: PaymentRequestDto })
  async createPaymentRequest(
    @CurrentCaller() caller: Caller,
    @Body() body: CreatePaymentRequestDto,
  ): Promise<PaymentRequestDto> {
    const { customer_id: customerId, invoice_ids: invoiceIds } = body;
    return toPaymentRequestResponse(await this.requests.create(caller, customerId, invoiceIds));
  }

  @Post('batch')
  @RequiredScope('payment_requests:write')
  @Audited('payment_request', { idOf: () => null })
  @ApiOperation({
    summary: 'Request payment of all overdue invoices',
    description:
      'Creates a payment request per customer and currency for all overdue invoices that are in no open one, and returns them: roughly 1,000, or 100 with an Idempotency-Key. Repeat it until the response is empty.',
  })
  @ApiCreatedResponse({ type: [PaymentRequestDto] })
  async createPaymentRequests(
    @CurrentCaller() caller: Caller,
    @Body() _body: EmptyBody,
  ): Promise<PaymentRequestDto[]> {
    return (await this.requests.createForAllOverdue(caller)).map(toPaymentRequestResponse);
  }

  @Get()
  @RequiredScope('payment_requests:read')
  @ApiOperation({
    summary: 'List payment requests',
    description: 'By customer, campaign or payment status.',
  })
  @ApiOkResponse({ type: [PaymentRequestDto] })
  async listPaymentRequests(
    @CurrentCaller() caller: Caller,
    @Query() query: ListPaymentRequestsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PaymentRequestDto[]> {
    const filters = {
      customerId: query.customer_id,
      paymentStatus: query.payment_status,
      dunningCampaignId: query.dunning_campaign_id,
    };
    const page = await this.requests.list(caller, filters, query);
    return sendPage(response, page, toPaymentRequestResponse);
  }

  @Get(':id')
  @RequiredScope('payment_requests:read')
  @ApiOperation({
    summary: 'Get a payment request',
    description: 'Shows its invoices, what is asked for and what was paid.',
  })
  @ApiOkResponse({ type: PaymentRequestDto })
  async getPaymentRequest(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<PaymentRequestDto> {
    return toPaymentRequestResponse(await this.requests.get(caller, id));
  }
}
