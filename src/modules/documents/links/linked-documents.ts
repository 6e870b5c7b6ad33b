import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { NotFoundError, RequestError } from '../../../platform/errors/app-error';
import { OrganizationsService } from '../../organizations';
import type { RenderedDocument } from '../document-data';
import type { DocumentEntity } from '../document.entity';
import { DocumentRendering } from '../document-rendering';
import { DocumentsRepository } from '../documents.repository';
import { DocumentLinksRepository } from './document-links.repository';
import { hashOf, organizationOf } from '../../../platform/secrets/link-token';

/** Opens public links to documents. */
@Injectable()
export class LinkedDocuments {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: DocumentLinksRepository,
    private readonly documents: DocumentsRepository,
    private readonly organizations: OrganizationsService,
    private readonly rendering: DocumentRendering,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError for an unknown or altered token; RequestError `expired` for an expired one. */
  async open(token: string): Promise<RenderedDocument> {
    const organizationId = organizationOf(token);
    if (organizationId === null) throw noLink();
    const document = await this.transactions.readFor(organizationId, (tx) =>
      this.find(tx, organizationId, token),
    );
    return this.rendering.fileOf(document);
  }

  private async find(tx: Transaction, organizationId: string, token: string): Promise<DocumentEntity> {
    const link = await this.links.findByHash(tx, organizationId, hashOf(token));
    if (link === null) throw noLink();
    const { status } = await this.organizations.getIn(tx, organizationId);
    if (status === 'deleting') throw noLink();
    if (link.expiresAt <= this.clock.now()) {
      throw new RequestError('link_expired', 'The link has expired. Ask its sender for a new one.');
    }
    const document = await this.documents.findById(tx, organizationId, link.documentId);
    if (document === null) throw noLink();
    return document;
  }
}

const noLink = (): NotFoundError => new NotFoundError('document link');
