import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { toCreditNoteResponse, type CreditNoteDto } from './credit-note.dto';
import { CreditNotesRepository } from './credit-notes.repository';

/** A credit note as its document shows it. */
export type DocumentedCreditNote = CreditNoteDto;

/** Reads credit notes for their documents, and keeps the digests of those. */
@Injectable()
export class CreditNoteDocuments {
  constructor(private readonly repository: CreditNotesRepository) {}

  /** Returns a note; null when there is no such note. */
  async findIn(tx: Transaction, organizationId: string, id: string): Promise<DocumentedCreditNote | null> {
    const note = await this.repository.find(tx, organizationId, id);
    return note === null ? null : toCreditNoteResponse(note);
  }

  /** Keeps the SHA-256 of the PDF of a note. */
  setDigest(tx: Transaction, organizationId: string, id: string, sha256: string): Promise<void> {
    return this.repository.setDocumentDigest(tx, organizationId, id, sha256);
  }
}
