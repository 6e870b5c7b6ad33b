import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { ApiListOrCsv, sendListOrCsv, type ListOrCsv } from '../../platform/http/csv/list-or-csv';
import type { PageQuery } from '../../platform/http/paging';
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { PrefillWith } from '../../platform/openapi/prefill';
import { IncludesCustomer } from '../customers';
import { PAYMENT_TABLE } from './payment.csv';
import {
  CreatePaymentDto,
  ListPaymentsDto,
  PaymentDto,
  RecordPaymentDto,
  RefundPaymentDto,
  toExpectedPayment,
  toPaymentFilters,
  toPaymentResponse,
  toRecordedPayment,
} from './payment.dto';
import { PaymentRegistration } from './payment-registration';
import { PaymentsService } from './payments.service';

@ApiTags('Payments')
@ApiBearerAuth()
@Controller('v1/payments')
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly registration: PaymentRegistration,
  ) {}

  @Post('record')
  @PrefillWith({ status: ['finalized'] })
  @ApiOperation({
    summary: 'Record a payment received outside a provider',
    description:
      'The payment succeeds immediately and is applied to the invoice, to the invoices of the payment ' +
      'request, or to the record that target_kind and target_id name.',
  })
  @ApiErrors({
    400: 'The amount exceeds the amount due, or what it pays accepts no money, such as a draft, paid or voided invoice',
  })
  @ApiCreatedResponse({ type: PaymentDto })
  async recordPayment(
    @CurrentOrganization() organizationId: string,
    @Body() body: RecordPaymentDto,
  ): Promise<PaymentDto> {
    return toPaymentResponse(await this.payments.record(organizationId, toRecordedPayment(body)));
  }

  @Post()
  @PrefillWith({ status: ['finalized'] })
  @ApiOperation({
    summary: 'Register a payment that a provider will report on',
    description:
      'The payment is `pending` until a notification changes it. Either pass its `id` to the provider as ' +
      'metadata `payment_id` (on Stripe: on the Checkout Session and on its PaymentIntent), or set its ' +
      'IDs at the provider here. Notifications already received for this `provider_payment_id` are ' +
      'applied immediately, so the returned payment may be `succeeded`.',
  })
  @ApiErrors({
    400: 'The amount exceeds the amount due, or what it pays accepts no money, such as a draft, paid or voided invoice',
    409: 'Another payment has this provider_payment_id',
  })
  @ApiCreatedResponse({ type: PaymentDto })
  async createPayment(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreatePaymentDto,
  ): Promise<PaymentDto> {
    return toPaymentResponse(await this.registration.register(organizationId, toExpectedPayment(body)));
  }

  @Get()
  @ApiOperation({ summary: 'List payments', description: 'Lists payments of every status.' })
  @ApiListOrCsv(PaymentDto, PAYMENT_TABLE)
  @IncludesCustomer()
  listPayments(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListPaymentsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListOrCsv<PaymentDto>> {
    const filters = toPaymentFilters(query);
    const read = (page: PageQuery) => this.payments.list(organizationId, filters, page);
    return sendListOrCsv(response, query, { read, map: toPaymentResponse, table: PAYMENT_TABLE });
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a payment',
    description: 'Returns the payment with its refunds and its provider.',
  })
  @ApiOkResponse({ type: PaymentDto })
  async getPayment(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<PaymentDto> {
    return toPaymentResponse(await this.payments.get(organizationId, id));
  }

  @Post(':id/refund')
  @HttpCode(200)
  @PrefillWith({ status: ['succeeded'] })
  @ApiOperation({
    summary: 'Record a refund',
    description:
      'Records a refund made outside a provider; refunds made at a provider are recorded from its ' +
      'notifications. The invoice stays paid; create a credit note to reduce the billed amount. The refund ' +
      'counts first for the pending refunds of credit notes of the invoice.',
  })
  @ApiErrors({ 400: 'The amount exceeds the amount not yet refunded, or the payment has not succeeded' })
  @ApiOkResponse({ type: PaymentDto })
  async refundPayment(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: RefundPaymentDto,
  ): Promise<PaymentDto> {
    const amount = body.amount_cents === undefined ? null : BigInt(body.amount_cents);
    return toPaymentResponse(await this.payments.refund(organizationId, id, amount));
  }
}
