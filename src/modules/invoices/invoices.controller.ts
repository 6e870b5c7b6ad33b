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
import { Audited } from '../../platform/audit/audited';
import { ApiCsvList } from '../../platform/csv/api-list';
import { ListResponses } from '../../platform/csv/list-responses';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { RequiredScope } from '../../platform/http/required-scope';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  CreateOneOffInvoiceDto,
  ListInvoicesDto,
  toInvoiceFilters,
  toOneOffInput,
} from './invoice-requests.dto';
import { INVOICES_CSV } from './invoice.csv';
import { InvoiceDto, toInvoiceResponse } from './invoice.dto';
import { InvoicesService } from './invoices.service';

@ApiTags('Invoices')
@ApiBearerAuth()
@Audited('invoice')
@Controller('v1/invoices')
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly lists: ListResponses,
  ) {}

  @Get()
  @RequiredScope('invoices:read')
  @ApiOperation({
    summary: 'List invoices',
    description: 'A draft is shown as of its last refresh; getting it by id refreshes it.',
  })
  @ApiCsvList(InvoiceDto)
  listInvoices(
    @CurrentCaller() caller: Caller,
    @Query() query: ListInvoicesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<InvoiceDto[] | StreamableFile> {
    return this.lists.send({
      ...{ caller, query, response, map: toInvoiceResponse, csv: INVOICES_CSV },
      list: (page) => this.invoices.list(caller, toInvoiceFilters(query), page),
    });
  }

  @Get(':id')
  @RequiredScope('invoices:read')
  @ApiOperation({
    summary: 'Get an invoice',
    description: 'A draft shows all usage and discounts as of now.',
  })
  @ApiOkResponse({ type: InvoiceDto })
  async getInvoice(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<InvoiceDto> {
    return toInvoiceResponse(await this.invoices.get(caller, id));
  }

  @Post(':id/finalize')
  @RequiredScope('invoices:write')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Finalize a draft before its grace period ends',
    description:
      'Issues the invoice today and assigns its number; usage that arrives later is late. Emits ' +
      '`invoice.finalized`, and `invoice.paid` if nothing is due.',
  })
  @ApiErrors({ 400: 'The invoice is not a draft, or its total exceeds 2^53-1' })
  @ApiOkResponse({ type: InvoiceDto })
  async finalizeInvoice(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<InvoiceDto> {
    return toInvoiceResponse(await this.invoices.finalize(caller, id));
  }

  @Post(':id/void')
  @RequiredScope('invoices:write')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Void a finalized invoice',
    description:
      'The invoice keeps its number and nothing is due on it. Coupons, credit notes and wallets get back what it ' +
      'used. Emits `invoice.voided`.',
  })
  @ApiErrors({ 400: 'The invoice is not finalized, or a payment or credit note has been applied to it' })
  @ApiOkResponse({ type: InvoiceDto })
  async voidInvoice(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<InvoiceDto> {
    return toInvoiceResponse(await this.invoices.void(caller, id));
  }

  @Post('one_off')
  @RequiredScope('invoices:write')
  @ApiOperation({
    summary: 'Create a one-off invoice',
    description:
      'Final at once, without grace period. Emits `invoice.created` and `invoice.finalized`, and ' +
      '`invoice.paid` if nothing is due.',
  })
  @ApiCreatedResponse({ type: InvoiceDto })
  async createOneOffInvoice(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateOneOffInvoiceDto,
  ): Promise<InvoiceDto> {
    return toInvoiceResponse(await this.invoices.createOneOff(caller, toOneOffInput(body)));
  }
}
