import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { Outbox } from '../../platform/outbox/outbox';
import { CreditNoteFinalized } from '../credit-notes';
import { InvoicesIssued } from '../invoices';
import type { DocumentSubject } from './document-data';
import { DocumentsRepository } from './documents.repository';
import { FrozenDetails } from './frozen-details';

/** An invoice or credit note, and its customer. */
export interface NewDocument {
  of: DocumentSubject;
  customerId: string;
}

/** Freezes what documents show when their invoices and credit notes become final, in the same transaction. */
@Injectable()
export class DocumentFreezing implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: DocumentsRepository,
    private readonly details: FrozenDetails,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.on(InvoicesIssued, (tx, { organizationId, invoices }) =>
      this.freeze(
        tx,
        organizationId,
        invoices.map(({ id, customerId }) => ({ of: { type: 'invoice', id }, customerId })),
      ),
    );
    this.outbox.on(CreditNoteFinalized, (tx, { organizationId, object }) =>
      this.freeze(tx, organizationId, [
        { of: { type: 'credit_note', id: object.id }, customerId: object.customer_id },
      ]),
    );
  }

  /** Writes the documents, except those that exist. */
  async freeze(tx: Transaction, organizationId: string, documents: readonly NewDocument[]): Promise<void> {
    const customerIds = documents.map((it) => it.customerId);
    const frozen = await this.details.of(tx, organizationId, customerIds);
    const createdAt = this.clock.now();
    const dueAt = this.config.documentRendering === 'queue' ? createdAt : null;
    const rows = documents.map(({ of, customerId }) => ({
      ...frozen(customerId),
      organizationId,
      id: newId(),
      invoiceId: of.type === 'invoice' ? of.id : null,
      creditNoteId: of.type === 'credit_note' ? of.id : null,
      customerId,
      dueAt,
      renderedAt: null,
      sha256: null,
      createdAt,
    }));
    await this.repository.insert(tx, rows);
  }
}
