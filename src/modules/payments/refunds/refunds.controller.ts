import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { sendPage } from '../../../platform/http/paging';
import { RequiredScope } from '../../../platform/http/required-scope';
import { UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { RequestExample } from '../../../platform/openapi/request-example';
import { toRefundByHand } from '../ledger/refund.dto';
import { ListRefundsDto, OrderRefundDto, toRefundFilters } from './order-refund.dto';
import { RefundDto, toRefundResponse } from './refund-order.dto';
import { RefundsService } from './refunds.service';

@ApiTags('Payments')
@ApiBearerAuth()
@Audited('refund', { id: 'result' })
@Controller('v1')
export class RefundsController {
  constructor(private readonly refunds: RefundsService) {}

  @Post('payments/:id/refunds')
  @RequiredScope('refunds:write')
  @RequestExample({ amount_cents: 1500 })
  @ApiOperation({
    summary: 'Refund a payment through its provider',
    description:
      'Orders a refund, which is sent after this response; its status follows. What credit notes will refund needs ' +
      '`credit_note_id`. More than is left is a 422. The invoice stays paid.',
  })
  @ApiErrors({
    400: 'The payment has not succeeded or has nothing left (`invalid_state`), or the provider is not connected (`provider_not_connected`)',
  })
  @ApiCreatedResponse({ type: RefundDto })
  async createRefund(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: OrderRefundDto,
  ): Promise<RefundDto> {
    return toRefundResponse(await this.refunds.order(caller, id, toRefundByHand(body)));
  }

  @Get('refunds')
  @RequiredScope('refunds:read')
  @ApiOperation({
    summary: 'List refunds',
    description: 'Those through providers. By payment, credit note or status.',
  })
  @ApiOkResponse({ type: [RefundDto] })
  async listRefunds(
    @CurrentCaller() caller: Caller,
    @Query() query: ListRefundsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RefundDto[]> {
    const page = await this.refunds.list(caller, toRefundFilters(query), query);
    return sendPage(response, page, toRefundResponse);
  }

  @Get('refunds/:id')
  @RequiredScope('refunds:read')
  @ApiOperation({ summary: 'Get a refund', description: 'Shows whether the money has gone back.' })
  @ApiOkResponse({ type: RefundDto })
  async getRefund(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<RefundDto> {
    return toRefundResponse(await this.refunds.get(caller, id));
  }
}
