import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { CustomersModule } from '../customers';
import { INVOICE_FUNDING, INVOICE_VOIDING_GUARDS, InvoicesModule } from '../invoices';
import { DOCUMENT_SOURCES, DocumentsModule } from '../documents';
import { CreditNoteDocuments } from './credit-note-documents';
import { CreditNoteDocumentsController } from './credit-note-documents.controller';
import { CreditNoteFunding } from './credit-note-funding';
import { CreditNoteReconciliation } from './credit-note-reconciliation';
import { CreditNoteRefunds } from './credit-note-refunds';
import { CreditNoteRefundsRepository } from './credit-note-refunds.repository';
import { CreditNoteUsesRepository } from './credit-note-uses.repository';
import { CreditNoteWriter } from './credit-note-writer';
import { CreditNotesController } from './credit-notes.controller';
import { CreditNotesRepository } from './credit-notes.repository';
import { CreditNotesService } from './credit-notes.service';
import { CreditedInvoices } from './credited-invoices';
import { InvoiceEventListener } from './invoice-event-listener';
import { UnusedFeeCredits } from './unused-fee-credits';

@Module({
  imports: [CustomersModule, DocumentsModule, InvoicesModule],
  controllers: [CreditNotesController, CreditNoteDocumentsController],
  providers: [
    CreditNotesService,
    CreditNotesRepository,
    CreditNoteUsesRepository,
    CreditNoteDocuments,
    extend(DOCUMENT_SOURCES, CreditNoteDocuments),
    CreditNoteWriter,
    CreditNoteFunding,
    extend(INVOICE_FUNDING, CreditNoteFunding, { order: 100 }),
    CreditNoteRefunds,
    CreditNoteRefundsRepository,
    CreditNoteReconciliation,
    extend(RECONCILIATION_CHECKS, CreditNoteReconciliation),
    InvoiceEventListener,
    CreditedInvoices,
    extend(INVOICE_VOIDING_GUARDS, CreditedInvoices),
    UnusedFeeCredits,
  ],
  exports: [CreditNotesService, CreditNoteRefunds, UnusedFeeCredits],
})
export class CreditNotesModule {}
