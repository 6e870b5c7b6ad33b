import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { DocumentLinks, DocumentsService, type DocumentPdf } from '../../documents';
import type { EmailContent } from './email-content.rules';

/** How long the links of an e-mail work. */
export const LINK_SECONDS = 90 * 24 * 60 * 60;
/** Of all attachments together: base64 makes them longer by a third, and many servers refuse more than 20 MB. */
const MAX_ATTACHED_BYTES = 10 * 1024 * 1024;

/** The documents of e-mails: attached, and linked. */
@Injectable()
export class EmailDocuments {
  constructor(
    private readonly documents: DocumentsService,
    private readonly links: DocumentLinks,
  ) {}

  /** Returns the stored renderings, as many as can be attached, which is usually all. */
  async pdfs(organizationId: string, { documents }: EmailContent): Promise<DocumentPdf[]> {
    const pdfs: DocumentPdf[] = [];
    let bytes = 0;
    for (const { of } of documents) {
      const pdf = await this.documents.pdf(organizationId, of);
      bytes += pdf.content.length;
      if (bytes > MAX_ATTACHED_BYTES) break;
      pdfs.push(pdf);
    }
    return pdfs;
  }

  /** Creates a public link to each document. */
  async linksTo(
    tx: Transaction,
    organizationId: string,
    { documents }: EmailContent,
  ): Promise<{ number: string; url: string }[]> {
    const links: { number: string; url: string }[] = [];
    for (const { of, number } of documents) {
      const { url } = await this.links.create(tx, organizationId, of, LINK_SECONDS);
      links.push({ number, url });
    }
    return links;
  }
}
