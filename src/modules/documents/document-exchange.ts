import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions, type Caller } from '../../platform/database/transactions';
import { baseUrlOf } from '../../platform/http/base-url';
import type { DocumentSubject } from './document-data';
import type { GetDocumentDto } from './document.dto';
import { sendDocument, type DocumentFormat } from './document-responses';
import { DocumentsService } from './documents.service';
import {
  DEFAULT_EXPIRES_IN,
  toDocumentLinkResponse,
  type CreateDocumentLinkDto,
  type DocumentLinkDto,
} from './links/document-link.dto';
import { DocumentLinks } from './links/document-links';

/** Answers the requests for documents, which invoices and credit notes have in common. */
@Injectable()
export class DocumentExchange {
  constructor(
    private readonly documents: DocumentsService,
    private readonly links: DocumentLinks,
    private readonly transactions: Transactions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async send(
    caller: Caller,
    of: DocumentSubject,
    { stamp }: GetDocumentDto,
    response: Response,
    format: DocumentFormat,
  ): Promise<void> {
    const { file, ...rendered } = await this.documents.get(caller, of, stamp === 'current');
    sendDocument(response, rendered, format, file);
  }

  async link(
    caller: Caller,
    of: DocumentSubject,
    { expires_in: expiresIn = DEFAULT_EXPIRES_IN }: CreateDocumentLinkDto,
    request: Request,
  ): Promise<DocumentLinkDto> {
    const link = await this.transactions.runFor(caller, (tx) =>
      this.links.create(tx, caller.organizationId, of, expiresIn, baseUrlOf(request, this.config)),
    );
    return toDocumentLinkResponse(link);
  }
}
