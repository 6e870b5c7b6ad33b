import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentOrganization } from '../../../platform/http/current-organization';
import { originOf } from '../../../platform/http/origin';
import { UuidPipe } from '../../../platform/http/validation';
import {
  CreateDocumentLinkDto,
  DEFAULT_LINK_SECONDS,
  DocumentAnswer,
  DocumentLinkDto,
  DocumentLinks,
  DocumentQueryDto,
  DocumentResponses,
  DocumentsService,
  PdfAnswer,
  toDocumentLinkResponse,
  toDocumentView,
  type DocumentKey,
} from '../../documents';

@ApiTags('Invoices')
@ApiBearerAuth()
@Controller('v1/invoices')
export class InvoiceDocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly responses: DocumentResponses,
    private readonly links: DocumentLinks,
  ) {}

  @Get(':id/document')
  @ApiOperation({
    summary: 'Get the document of an invoice',
    description:
      'Returns the page to send to the customer or to print, or the PDF if `Accept` names `application/pdf`. ' +
      'A final invoice shows seller, buyer and language as of its finalization; a draft is marked as such, has no ' +
      'number and shows the usage so far.',
  })
  @DocumentAnswer('The invoice as HTML or PDF')
  async getInvoiceDocument(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: DocumentQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.responses.send(response, keyOf(organizationId, id), toDocumentView(query));
  }

  @Get(':id/document.pdf')
  @ApiOperation({
    summary: 'Get the document of an invoice as PDF',
    description:
      'Returns the document as a tagged PDF. That of a final invoice is stored and never changes: `document_sha256` is ' +
      'its digest.',
  })
  @PdfAnswer('The invoice as PDF')
  async getInvoicePdf(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: DocumentQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.responses.sendPdf(response, keyOf(organizationId, id), toDocumentView(query));
  }

  @Post(':id/document_link')
  @ApiOperation({
    summary: 'Create a link to the document of an invoice',
    description:
      'Whoever has the link can read the document without an API key until it expires. It cannot be revoked earlier.',
  })
  @ApiCreatedResponse({ type: DocumentLinkDto })
  async createInvoiceDocumentLink(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() { expires_in: expiresIn = DEFAULT_LINK_SECONDS }: CreateDocumentLinkDto,
    @Req() request: Request,
  ): Promise<DocumentLinkDto> {
    const key = keyOf(organizationId, id);
    await this.documents.find(key, 'final'); // 404 without it
    return toDocumentLinkResponse(this.links.create(key, expiresIn, originOf(request)));
  }
}

const keyOf = (organizationId: string, id: string): DocumentKey => ({ organizationId, kind: 'invoice', id });
