import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { tagged } from '../../../platform/cells/cell-tag';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { Outbox } from '../../../platform/outbox/outbox';
import { CustomerErased } from '../../customers';
import type { DocumentSubject } from '../document-data';
import { DocumentsService } from '../documents.service';
import { DocumentLinksRepository } from './document-links.repository';
import { hashOf, newToken } from '../../../platform/secrets/link-token';

/** How long an expired link answers 410 instead of 404. */
const KEPT_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A link that anybody can open who has it. */
export interface DocumentLink {
  url: string;
  expiresAt: Date;
}

/** Creates public links to documents (docs/concepts.md#documents). Only the hash of their token is stored. */
@Injectable()
export class DocumentLinks implements OnModuleInit {
  constructor(
    private readonly documents: DocumentsService,
    private readonly repository: DocumentLinksRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.on(CustomerErased, (tx, { organizationId, customerId }) =>
      this.repository.deleteOfCustomer(tx, organizationId, customerId),
    );
  }

  /**
   * Creates a link to the document of a final invoice or credit note, within the caller's transaction.
   *
   * @param baseUrl of the service; PUBLIC_URL unless given, and without that a path
   * @throws NotFoundError; InvalidStateError for a draft.
   */
  async create(
    tx: Transaction,
    organizationId: string,
    of: DocumentSubject,
    expiresInSeconds: number,
    baseUrl: string = this.config.publicUrl ?? '',
  ): Promise<DocumentLink> {
    const { id: documentId } = await this.documents.finalIn(tx, organizationId, of);
    const createdAt = this.clock.now();
    const long = new Date(createdAt.getTime() - KEPT_DAYS * DAY_MS);
    await this.repository.deleteExpired(tx, organizationId, documentId, long);
    const token = newToken(organizationId);
    const expiresAt = new Date(createdAt.getTime() + expiresInSeconds * 1000);
    const about = { organizationId, id: newId(), documentId, tokenHash: hashOf(token) };
    await this.repository.insert(tx, { ...about, expiresAt, createdAt });
    return { url: `${baseUrl}/v1/documents/${tagged(this.config.cell, token)}`, expiresAt };
  }
}
