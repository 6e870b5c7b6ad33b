import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Audited } from '../../platform/audit/audited';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { RequiredScope } from '../../platform/http/required-scope';
import { RevealsSecret } from '../../platform/http/reveals-secret';
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { GetDocumentDto } from './document.dto';
import { acceptedFormat, ApiDocument, ApiPdf } from './document-responses';
import { DocumentExchange } from './document-exchange';
import { CreateDocumentLinkDto, DocumentLinkDto } from './links/document-link.dto';

@ApiTags('Invoices')
@ApiBearerAuth()
@Audited('invoice')
@Controller('v1/invoices/:id')
export class InvoiceDocumentsController {
  constructor(private readonly exchange: DocumentExchange) {}

  @Get('document')
  @RequiredScope('invoices:read')
  @ApiOperation({
    summary: 'Get the document of an invoice',
    description:
      'Accessible HTML, or tagged PDF. Once final it never changes: the same bytes every time. A draft is marked as such and has no number.',
  })
  @ApiDocument()
  async getInvoiceDocument(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: GetDocumentDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.exchange.send(caller, { type: 'invoice', id }, query, response, acceptedFormat(request));
  }

  @Get('document.pdf')
  @RequiredScope('invoices:read')
  @ApiOperation({
    summary: 'Get the document of an invoice as PDF',
    description: 'Tagged PDF with embedded fonts, whatever the request accepts.',
  })
  @ApiPdf()
  async getInvoicePdf(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: GetDocumentDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.exchange.send(caller, { type: 'invoice', id }, query, response, 'pdf');
  }

  @Post('document_link')
  @RevealsSecret()
  @RequiredScope('invoices:write')
  @ApiOperation({
    summary: 'Create a public link to the document of an invoice',
    description:
      'Whoever has the link can open the document without a key until it expires. Erasing the customer ends it earlier.',
  })
  @ApiErrors({ 400: 'The invoice is a draft' })
  @ApiCreatedResponse({ type: DocumentLinkDto })
  createInvoiceDocumentLink(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: CreateDocumentLinkDto,
    @Req() request: Request,
  ): Promise<DocumentLinkDto> {
    return this.exchange.link(caller, { type: 'invoice', id }, body, request);
  }
}
