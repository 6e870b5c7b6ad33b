import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { originOf } from '../../platform/http/origin';
import { UuidPipe } from '../../platform/http/validation';
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
} from '../documents';

@ApiTags('Credit notes')
@ApiBearerAuth()
@Controller('v1/credit_notes')
export class CreditNoteDocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly responses: DocumentResponses,
    private readonly links: DocumentLinks,
  ) {}

  @Get(':id/document')
  @ApiOperation({
    summary: 'Get the document of a credit note',
    description:
      'Returns the page to send to the customer or to print, or the PDF if `Accept` names `application/pdf`. ' +
      'A final note shows seller, buyer and language as of its finalization; a draft is marked as such and has no ' +
      'number.',
  })
  @DocumentAnswer('The credit note as HTML or PDF')
  async getCreditNoteDocument(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: DocumentQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.responses.send(response, keyOf(organizationId, id), toDocumentView(query));
  }

  @Get(':id/document.pdf')
  @ApiOperation({
    summary: 'Get the document of a credit note as PDF',
    description:
      'Returns the document as a tagged PDF. That of a final note is stored and never changes: `document_sha256` is ' +
      'its digest.',
  })
  @PdfAnswer('The credit note as PDF')
  async getCreditNotePdf(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: DocumentQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.responses.sendPdf(response, keyOf(organizationId, id), toDocumentView(query));
  }

  @Post(':id/document_link')
  @ApiOperation({
    summary: 'Create a link to the document of a credit note',
    description:
      'Whoever has the link can read the document without an API key until it expires. It cannot be revoked earlier.',
  })
  @ApiCreatedResponse({ type: DocumentLinkDto })
  async createCreditNoteDocumentLink(
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

const keyOf = (organizationId: string, id: string): DocumentKey => ({
  organizationId,
  kind: 'credit_note',
  id,
});
