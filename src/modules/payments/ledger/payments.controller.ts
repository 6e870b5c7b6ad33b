import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited } from '../../../platform/audit/audited';
import { ApiCsvList } from '../../../platform/csv/api-list';
import { ListResponses } from '../../../platform/csv/list-responses';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { toPaymentFilters } from './payment-filters';
import { PAYMENTS_CSV } from './payment.csv';
import {
  CreatePaymentDto,
  PaymentDto,
  RecordPaymentDto,
  toExpectedPayment,
  toPaymentResponse,
  toRecordedPayment,
} from './payment.dto';
import { ListPaymentsDto } from './payment-list.dto';
import { PaymentRegistration } from './payment-registration';
import { PaymentsService } from './payments.service';
import { RefundPaymentDto, toRefundByHand } from './refund.dto';
import { RequestExample } from '../../../platform/openapi/request-example';

@ApiTags('Payments')
@ApiBearerAuth()
@Audited('payment')
@Controller('v1/payments')
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly registration: PaymentRegistration,
    private readonly lists: ListResponses,
  ) {}

  @Post()
  @RequiredScope('payments:write')
  @RequestExample({
    invoice_id: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
    provider: 'stripe',
    provider_payment_id: 'pi_3PqXyz',
    amount_cents: 2000,
  })
  @ApiOperation({
    summary: 'Register a payment made through a provider',
    description:
      'Creates a `pending` payment, which notifications of the provider change. Pass its `id` to the provider as ' +
      'metadata `payment_id`, or send the ids of the provider here. Notifications already received for them are ' +
      'applied at once.',
  })
  @ApiErrors({
    400: 'The amount exceeds what is due, or the invoice is a draft, paid or voided',
    409: 'Another payment has this `provider_payment_id`',
  })
  @ApiCreatedResponse({ type: PaymentDto })
  async createPayment(@CurrentCaller() caller: Caller, @Body() body: CreatePaymentDto): Promise<PaymentDto> {
    return toPaymentResponse(await this.registration.register(caller, toExpectedPayment(body)));
  }

  @Post('record')
  @RequiredScope('payments:write')
  @RequestExample({
    invoice_id: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
    amount_cents: 5000,
    reference: 'Transfer 2026-0042',
  })
  @ApiOperation({
    summary: 'Record a payment received outside a provider',
    description:
      'Creates a payment that has succeeded and applies it to the invoice, or to the invoices of the payment request.',
  })
  @ApiErrors({ 400: 'The amount exceeds what is due, or the invoice is a draft, paid or voided' })
  @ApiCreatedResponse({ type: PaymentDto })
  async recordPayment(@CurrentCaller() caller: Caller, @Body() body: RecordPaymentDto): Promise<PaymentDto> {
    return toPaymentResponse(await this.payments.record(caller, toRecordedPayment(body)));
  }

  @Get()
  @RequiredScope('payments:read')
  @ApiOperation({
    summary: 'List payments',
    description: 'By customer, invoice, payment request, provider, status or time.',
  })
  @ApiCsvList(PaymentDto)
  listPayments(
    @CurrentCaller() caller: Caller,
    @Query() query: ListPaymentsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PaymentDto[] | StreamableFile> {
    return this.lists.send({
      ...{ caller, query, response, map: toPaymentResponse, csv: PAYMENTS_CSV },
      list: (page) => this.payments.list(caller, toPaymentFilters(query), page),
    });
  }

  @Get(':id')
  @RequiredScope('payments:read')
  @ApiOperation({
    summary: 'Get a payment',
    description: 'Shows its status, what it paid, and what was refunded.',
  })
  @ApiOkResponse({ type: PaymentDto })
  async getPayment(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<PaymentDto> {
    return toPaymentResponse(await this.payments.get(caller, id));
  }

  @Post(':id/refund')
  @RequiredScope('payments:write')
  @HttpCode(200)
  @RequestExample({ amount_cents: 1500 })
  @ApiOperation({
    summary: 'Record a refund',
    description:
      'For a refund made outside a provider; others are recorded from notifications. ' +
      'The invoice stays paid: a credit note lowers the billed amount. What credit notes will refund is reserved for them; ' +
      '`credit_note_id` names the one whose refund this is.',
  })
  @ApiErrors({ 400: 'The payment has not succeeded, or less than the amount is left to refund' })
  @ApiOkResponse({ type: PaymentDto })
  async refundPayment(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: RefundPaymentDto,
  ): Promise<PaymentDto> {
    return toPaymentResponse(await this.payments.refund(caller, id, toRefundByHand(body)));
  }
}
