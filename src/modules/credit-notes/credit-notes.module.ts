import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { defineScopes } from '../../platform/http/scopes';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { FEE_CREDITS, INVOICE_FUNDING, INVOICE_VOIDING_GUARDS, InvoicesModule } from '../invoices';
import { CreditNoteFunding } from './funding/credit-note-funding';
import { CreditNoteDocuments } from './credit-note-documents';
import { CreditNoteReconciliation } from './credit-note-reconciliation';
import { CreditNoteUsesRepository } from './funding/credit-note-uses.repository';
import { CreditNoteWriter } from './issuing/credit-note-writer';
import { CreditedFees } from './funding/credited-fees';
import { CreditedInvoices } from './funding/credited-invoices';
import { CreditNotesController } from './credit-notes.controller';
import { CreditNotesRepository } from './credit-notes.repository';
import { CreditNotesService } from './credit-notes.service';
import { DraftInvoiceNotes } from './issuing/draft-invoice-notes';
import { CreditNoteRefunds } from './refunds/credit-note-refunds';
import { CreditNoteRefundsRepository } from './refunds/credit-note-refunds.repository';
import { UnusedFeeCredits } from './issuing/unused-fee-credits';

defineScopes({
  'credit_notes:read': 'List and get credit notes',
  'credit_notes:write': 'Create, finalize and void credit notes; create links to documents',
});

@Module({
  imports: [InvoicesModule],
  controllers: [CreditNotesController],
  providers: [
    CreditNotesService,
    CreditNotesRepository,
    CreditNoteUsesRepository,
    CreditNoteWriter,
    CreditNoteDocuments,
    CreditNoteFunding,
    extend(INVOICE_FUNDING, CreditNoteFunding, { order: 100 }),
    CreditNoteReconciliation,
    extend(RECONCILIATION_CHECKS, CreditNoteReconciliation),
    CreditedFees,
    extend(FEE_CREDITS, CreditedFees),
    CreditedInvoices,
    extend(INVOICE_VOIDING_GUARDS, CreditedInvoices),
    DraftInvoiceNotes,
    UnusedFeeCredits,
    CreditNoteRefunds,
    CreditNoteRefundsRepository,
  ],
  exports: [CreditNotesService, CreditNoteDocuments, CreditNoteRefunds, UnusedFeeCredits],
})
export class CreditNotesModule {}
