import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { ApiListOrCsv, sendListOrCsv, type ListOrCsv } from '../../platform/http/csv/list-or-csv';
import type { PageQuery } from '../../platform/http/paging';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { PrefillWith } from '../../platform/openapi/prefill';
import { IncludesCustomer } from '../customers';
import { InvoicePreviewDto, toInvoicePreviewResponse } from './invoice-preview.dto';
import {
  CreateOneOffInvoiceDto,
  ListInvoicesDto,
  PreviewInvoiceDto,
  toInvoiceFilters,
  toOneOffInput,
  toPreviewInput,
} from './invoice-requests.dto';
import { INVOICE_TABLE } from './invoice.csv';
import { InvoiceDto, toInvoiceResponse } from './invoice.dto';
import { InvoicesService } from './invoices.service';
import { OneOffInvoices } from './one-off-invoices';
import { SubscriptionPreviews } from './subscription-previews';

@ApiTags('Invoices')
@ApiBearerAuth()
@Controller('v1/invoices')
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly oneOffs: OneOffInvoices,
    private readonly previews: SubscriptionPreviews,
  ) {}

  @Post('one_off')
  @ApiOperation({
    summary: 'Create a one-off invoice',
    description:
      'The invoice is finalized immediately, without a grace period. Emits `invoice.created` and ' +
      '`invoice.finalized`, and `invoice.paid` if nothing is due.',
  })
  @ApiCreatedResponse({ type: InvoiceDto })
  async createOneOffInvoice(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreateOneOffInvoiceDto,
  ): Promise<InvoiceDto> {
    return toInvoiceResponse(await this.oneOffs.create(organizationId, toOneOffInput(body)));
  }

  @Post('preview')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Preview the first invoice of a subscription',
    description: 'Creates nothing. Credit notes and wallets are not deducted.',
  })
  @ApiErrors({ 400: 'The first invoice cannot be computed' })
  @ApiOkResponse({ type: InvoicePreviewDto })
  async previewInvoice(
    @CurrentOrganization() organizationId: string,
    @Body() body: PreviewInvoiceDto,
  ): Promise<InvoicePreviewDto> {
    return toInvoicePreviewResponse(await this.previews.preview(organizationId, toPreviewInput(body)));
  }

  @Get()
  @ApiOperation({
    summary: 'List invoices',
    description: 'Returns each draft as of its last refresh; `GET /v1/invoices/{id}` refreshes a draft.',
  })
  @ApiListOrCsv(InvoiceDto, INVOICE_TABLE)
  @IncludesCustomer()
  listInvoices(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListInvoicesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListOrCsv<InvoiceDto>> {
    const filters = toInvoiceFilters(query);
    const read = (page: PageQuery) => this.invoices.list(organizationId, filters, page);
    return sendListOrCsv(response, query, { read, map: toInvoiceResponse, table: INVOICE_TABLE });
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get an invoice', description: 'A draft includes all usage so far.' })
  @ApiOkResponse({ type: InvoiceDto })
  async getInvoice(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<InvoiceDto> {
    return toInvoiceResponse(await this.invoices.get(organizationId, id));
  }

  @Post(':id/finalize')
  @HttpCode(200)
  @PrefillWith({ status: ['draft'] })
  @ApiOperation({
    summary: 'Finalize a draft before its grace period ends',
    description:
      'The invoice is issued today and receives its number; usage that arrives afterwards is late. Emits ' +
      '`invoice.finalized`, and `invoice.paid` if nothing is due.',
  })
  @ApiErrors({ 400: 'The invoice is not a draft, or has an amount greater than 2^53-1' })
  @ApiOkResponse({ type: InvoiceDto })
  async finalizeInvoice(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<InvoiceDto> {
    return toInvoiceResponse(await this.invoices.finalize(organizationId, id));
  }

  @Post(':id/void')
  @HttpCode(200)
  @PrefillWith({ status: ['finalized'] })
  @ApiOperation({
    summary: 'Void a finalized invoice',
    description:
      'The invoice keeps its number, its amount due becomes 0, and the credit applied to it is returned. ' +
      'Emits `invoice.voided`.',
  })
  @ApiErrors({ 400: 'The invoice is not finalized, or a payment or credit note has been applied to it' })
  @ApiOkResponse({ type: InvoiceDto })
  async voidInvoice(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<InvoiceDto> {
    return toInvoiceResponse(await this.invoices.void(organizationId, id));
  }
}
