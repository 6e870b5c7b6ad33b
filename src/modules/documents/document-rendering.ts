import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DocumentData } from './document-data';
import type { DocumentEntity } from './document.entity';
import { DocumentSources } from './document-sources';
import { DocumentsRepository, subjectOf, type StoredFile } from './documents.repository';
import { DocumentRenderer } from './rendering/document-renderer';
import { dataUrl } from './rendering/html';

/** What stands in stored HTML for the logo, which would be in each of them otherwise. */
const LOGO_MARK = '\u{F8FF}logo\u{F8FF}';

/** Renders the documents of final invoices and credit notes, once each, and stores them. */
@Injectable()
export class DocumentRendering {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: DocumentsRepository,
    private readonly sources: DocumentSources,
    private readonly renderer: DocumentRenderer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Renders a locked document within the transaction of the job, unless it is rendered. */
  async renderIn(tx: Transaction, organizationId: string, id: string): Promise<void> {
    const document = await this.repository.findForUpdate(tx, organizationId, id);
    if (document?.renderedAt !== null) return;
    const data = await this.finalData(tx, document);
    await this.store(tx, document, data, await this.renderer.render(document.template, data));
  }

  /**
   * Returns the files of a document, which it renders first if the job has not done so. Files never change, so the replica
   * has the right ones or, for a moment, none.
   */
  async fileOf(document: DocumentEntity): Promise<StoredFile> {
    const { organizationId, id } = document;
    if (document.renderedAt === null) await this.renderNow(document);
    const find = (tx: Transaction): Promise<StoredFile | null> => this.findFile(tx, document);
    const file =
      (await this.transactions.reportFor({ organizationId }, find)) ??
      (await this.transactions.readFor(organizationId, find));
    if (file === null) throw new Error(`The document ${id} has no file`);
    return file;
  }

  private async findFile(tx: Transaction, document: DocumentEntity): Promise<StoredFile | null> {
    const file = await this.repository.findFile(tx, document.organizationId, document.id);
    if (file === null) return null;
    const data = file.html.includes(LOGO_MARK) ? await this.finalData(tx, document) : null;
    const logo = data?.logo ?? null;
    return {
      pdf: file.pdf,
      html: logo === null ? file.html : file.html.replaceAll(LOGO_MARK, dataUrl(logo)),
    };
  }

  /** Renders outside of any transaction; of several that do so at once, the first one stores. */
  private async renderNow(document: DocumentEntity): Promise<void> {
    const { organizationId, id, template } = document;
    const data = await this.transactions.readFor(organizationId, (tx) => this.finalData(tx, document));
    const rendered = await this.renderer.render(template, data);
    await this.transactions.runFor(organizationId, async (tx) => {
      const locked = await this.repository.findForUpdate(tx, organizationId, id);
      if (locked?.renderedAt === null) await this.store(tx, locked, data, rendered);
    });
  }

  private finalData(tx: Transaction, document: DocumentEntity): Promise<DocumentData> {
    return this.sources.data(tx, document.organizationId, subjectOf(document), document, false);
  }

  private async store(
    tx: Transaction,
    document: DocumentEntity,
    { logo }: DocumentData,
    { html, pdf }: StoredFile,
  ): Promise<void> {
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    const stored = { ...document, renderedAt: this.clock.now(), sha256 };
    const marked = logo === null ? html : html.replaceAll(dataUrl(logo), LOGO_MARK);
    await this.repository.store(tx, stored, { html: marked, pdf });
    await this.sources.setDigest(tx, document.organizationId, subjectOf(document), sha256);
  }
}
