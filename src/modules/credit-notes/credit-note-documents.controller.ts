import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { UuidPipe } from '../../platform/http/validation';
import { DocumentAnswer, DocumentQueryDto, DocumentsService, sendHtml, toDocumentView } from '../documents';

@ApiTags('Credit notes')
@ApiBearerAuth()
@Controller('v1/credit_notes')
export class CreditNoteDocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get(':id/document')
  @ApiOperation({
    summary: 'Get the document of a credit note',
    description:
      'Returns the page to send to the customer or to print. A final note shows seller, buyer and language as of its ' +
      'finalization; a draft is marked as such and has no number.',
  })
  @DocumentAnswer('The credit note as HTML')
  async getCreditNoteDocument(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: DocumentQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const key = { organizationId, kind: 'credit_note', id } as const;
    sendHtml(response, await this.documents.html(key, toDocumentView(query)));
  }
}
