import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { DocumentKey } from './document-key';
import type { DocumentView } from './document-source';
import { DocumentsService } from './documents.service';
import { acceptsPdf, sendHtml, sendPdf } from './send-document';

/** Sends documents in the form that a request asks for. */
@Injectable()
export class DocumentResponses {
  constructor(private readonly documents: DocumentsService) {}

  /** Sends a page, or the PDF if `Accept` names it. @throws NotFoundError */
  async send(response: Response, key: DocumentKey, view: DocumentView): Promise<void> {
    if (acceptsPdf(response.req)) await this.sendPdf(response, key, view);
    else sendHtml(response, await this.documents.html(key, view));
  }

  /** @throws NotFoundError */
  async sendPdf(response: Response, key: DocumentKey, view: DocumentView): Promise<void> {
    const { pdf, name } = await this.documents.pdf(key, view);
    sendPdf(response, pdf, name);
  }
}
