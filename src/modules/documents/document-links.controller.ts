import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../../platform/http/public-route';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { DocumentLinks, LINKS_PATH } from './document-links';
import { DocumentResponses } from './document-responses';
import { DocumentAnswer } from './send-document';

const PDF = '.pdf';

@ApiTags('Documents')
@Controller(LINKS_PATH)
export class DocumentLinksController {
  constructor(
    private readonly links: DocumentLinks,
    private readonly responses: DocumentResponses,
  ) {}

  @Get(':token')
  @PublicRoute()
  @ApiOperation({
    summary: 'Get the document of a link',
    description:
      'Needs no API key: whoever has the link can read the document until it expires. Returns a page, or the PDF if ' +
      '`Accept` names `application/pdf` or the path ends with `.pdf`.',
  })
  @ApiParam({ name: 'token', description: 'End of the link', example: 'v1.5Qm7f0yTq1' })
  @DocumentAnswer('The document as HTML or PDF')
  @ApiErrors({ 404: 'The token is not one that this service has made', 410: 'The link has expired' })
  async getLinkedDocument(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const isPdf = token.endsWith(PDF);
    const key = this.links.open(isPdf ? token.slice(0, -PDF.length) : token);
    if (isPdf) await this.responses.sendPdf(response, key, 'final');
    else await this.responses.send(response, key, 'final');
  }
}
