import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../../../platform/http/public-route';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { acceptedFormat, ApiDocument, ApiPdf, sendDocument } from '../document-responses';
import { LinkedDocuments } from './linked-documents';

const FILE = 'document';
const EXPIRED = { 404: 'There is no such link', 410: 'The link has expired' };

@ApiTags('Documents')
@Controller('v1/documents')
export class LinkedDocumentsController {
  constructor(private readonly linked: LinkedDocuments) {}

  @Get(':token/document.pdf')
  @PublicRoute()
  @ApiOperation({
    summary: 'Open a public link as PDF',
    security: [{}],
    description: 'Needs no API key: the token of the link is the permission.',
  })
  @ApiErrors(EXPIRED)
  @ApiPdf()
  async getLinkedPdf(@Param('token') token: string, @Res() response: Response): Promise<void> {
    sendDocument(response, await this.linked.open(token), 'pdf', FILE);
  }

  @Get(':token')
  @PublicRoute()
  @ApiOperation({
    summary: 'Open a public link to a document',
    security: [{}],
    description: 'Needs no API key: the token of the link is the permission.',
  })
  @ApiErrors(EXPIRED)
  @ApiDocument()
  async getLinkedDocument(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    sendDocument(response, await this.linked.open(token), acceptedFormat(request), FILE);
  }
}
