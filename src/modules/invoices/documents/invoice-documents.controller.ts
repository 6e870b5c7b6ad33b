import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../../platform/http/current-organization';
import { UuidPipe } from '../../../platform/http/validation';
import {
  DocumentAnswer,
  DocumentQueryDto,
  DocumentsService,
  sendHtml,
  toDocumentView,
} from '../../documents';

@ApiTags('Invoices')
@ApiBearerAuth()
@Controller('v1/invoices')
export class InvoiceDocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get(':id/document')
  @ApiOperation({
    summary: 'Get the document of an invoice',
    description:
      'Returns the page to send to the customer or to print. A final invoice shows seller, buyer and language as of its ' +
      'finalization; a draft is marked as such, has no number and shows the usage so far.',
  })
  @DocumentAnswer('The invoice as HTML')
  async getInvoiceDocument(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: DocumentQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const key = { organizationId, kind: 'invoice', id } as const;
    sendHtml(response, await this.documents.html(key, toDocumentView(query)));
  }
}
