import { defineEvent, defineInternalEvent } from '../../platform/outbox/event-catalogue';
import { InvoiceDto } from './invoice.dto';

export const InvoiceCreated = defineEvent({
  kind: 'invoice.created',
  objectType: 'invoice',
  trigger: 'New invoice generated: any invoice row appears, draft or not',
  payload: InvoiceDto,
});

export const InvoiceFinalized = defineEvent({
  kind: 'invoice.finalized',
  objectType: 'invoice',
  trigger:
    'Invoice finalized and ready for payment: a draft became final, by request or by the job, and has its number',
  payload: InvoiceDto,
});

export const InvoicePaid = defineEvent({
  kind: 'invoice.paid',
  objectType: 'invoice',
  trigger:
    'Invoice fully paid: nothing is due any more, through payments, wallets or credit notes, or because its total is 0',
  payload: InvoiceDto,
});

export const InvoiceVoided = defineEvent({
  kind: 'invoice.voided',
  objectType: 'invoice',
  trigger: 'Invoice voided',
  payload: InvoiceDto,
});

/** Customers of whom an invoice became overdue; one with several invoices may be named more than once. */
export interface OverdueCustomers {
  organizationId: string;
  customerIds: readonly string[];
}

/**
 * Invoices became overdue after they were finalized. One that is overdue from the start, because its job came late, says so
 * in its `invoice.finalized`.
 */
export const InvoicesOverdue = defineInternalEvent<OverdueCustomers>('invoices.overdue');

/** Invoices of which payments refunded more or, where a refund failed, less than before. */
export interface RefundedInvoices {
  organizationId: string;
  invoiceIds: readonly string[];
}

/** What payments refunded of invoices has changed. They are locked. */
export const InvoicesRefunded = defineInternalEvent<RefundedInvoices>('invoices.refunded');

/** Invoices that became final, drafts and those that are final from the start. */
export interface IssuedInvoices {
  organizationId: string;
  invoices: readonly { id: string; customerId: string }[];
}

/** Invoices became final. They are written, but their events are not appended yet. */
export const InvoicesIssued = defineInternalEvent<IssuedInvoices>('invoices.issued');

/** Drafts that were finalized, with their numbers. */
export interface NumberedInvoices {
  organizationId: string;
  invoices: readonly { id: string; number: string | null }[];
}

/** Drafts got their numbers. Not emitted for invoices that are final from the start: nothing refers to them yet. */
export const InvoicesNumbered = defineInternalEvent<NumberedInvoices>('invoices.numbered');
