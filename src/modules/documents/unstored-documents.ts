import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import type { DocumentSubject, RenderedDocument } from './document-data';
import { DocumentSources, type Subject } from './document-sources';
import { DocumentsRepository } from './documents.repository';
import { FrozenDetails, type Frozen } from './frozen-details';
import { DocumentRenderer } from './rendering/document-renderer';

/** Renders documents of what may still change: drafts, and the state of now. Nothing of it is stored. */
@Injectable()
export class UnstoredDocuments {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: DocumentsRepository,
    private readonly sources: DocumentSources,
    private readonly details: FrozenDetails,
    private readonly renderer: DocumentRenderer,
  ) {}

  /** Returns whose document it is, and whether it is final. @throws NotFoundError */
  subject(organizationId: string, of: DocumentSubject): Promise<Subject> {
    return this.transactions.readFor(organizationId, (tx) => this.subjectIn(tx, organizationId, of));
  }

  /** As `subject`, within the transaction of another use case. */
  subjectIn(tx: Transaction, organizationId: string, of: DocumentSubject): Promise<Subject> {
    return this.sources.subject(tx, organizationId, of);
  }

  /** Renders a document with its state of now. @throws NotFoundError */
  async render(organizationId: string, of: DocumentSubject): Promise<RenderedDocument> {
    const { data, template } = await this.transactions.readFor(organizationId, async (tx) => {
      const frozen = await this.frozen(tx, organizationId, of);
      const current = await this.sources.data(tx, organizationId, of, frozen, true);
      return { data: current, template: frozen.template };
    });
    return this.renderer.render(template, data);
  }

  /** Returns what the document froze; of a draft, what it would freeze now. */
  private async frozen(tx: Transaction, organizationId: string, of: DocumentSubject): Promise<Frozen> {
    const document = await this.repository.find(tx, organizationId, of);
    if (document !== null) return document;
    const { customerId } = await this.sources.subject(tx, organizationId, of);
    const frozen = await this.details.of(tx, organizationId, [customerId]);
    return frozen(customerId);
  }
}
