import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendPage } from '../../platform/http/paging';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { InvoicePreviewDto, toInvoicePreviewResponse } from './invoice-preview.dto';
import {
  CreateOneOffInvoiceDto,
  ListInvoicesDto,
  PreviewInvoiceDto,
  toInvoiceFilters,
  toOneOffInput,
  toPreviewInput,
} from './invoice-requests.dto';
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
      'Final at once, whatever the grace period. Emits `invoice.created` and `invoice.finalized`, and ' +
      '`invoice.paid` if nothing is due.',
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
    description: 'Writes nothing. Credit notes and wallets are not taken off.',
  })
  @ApiErrors({ 400: 'The first invoice cannot be told' })
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
    description: 'A draft is shown as it was last computed; its own GET computes it again.',
  })
  @ApiOkResponse({ type: [InvoiceDto] })
  async listInvoices(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListInvoicesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<InvoiceDto[]> {
    const page = await this.invoices.list(organizationId, toInvoiceFilters(query), query);
    return sendPage(response, page, toInvoiceResponse);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get an invoice', description: 'A draft shows everything that was used by now.' })
  @ApiOkResponse({ type: InvoiceDto })
  async getInvoice(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<InvoiceDto> {
    return toInvoiceResponse(await this.invoices.get(organizationId, id));
  }

  @Post(':id/finalize')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Finalize a draft before its grace period ends',
    description:
      'It is issued today and gets its number; usage that arrives later is late. Emits `invoice.finalized`, and ' +
      '`invoice.paid` if nothing is due.',
  })
  @ApiErrors({ 400: 'The invoice is no draft, or comes to more than 2^53-1' })
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
  @ApiOperation({
    summary: 'Void a finalized invoice',
    description:
      'It keeps its number, nothing is due any more, and the credit that was used on it is given back. Emits ' +
      '`invoice.voided`.',
  })
  @ApiErrors({ 400: 'The invoice is not finalized, or money or a credit note is on it' })
  @ApiOkResponse({ type: InvoiceDto })
  async voidInvoice(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<InvoiceDto> {
    return toInvoiceResponse(await this.invoices.void(organizationId, id));
  }
}
