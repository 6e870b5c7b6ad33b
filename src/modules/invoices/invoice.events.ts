import { defineEvent } from '../../platform/outbox/event-catalogue';
import { InvoiceDto } from './invoice.dto';

export const InvoiceCreated = defineEvent({
  kind: 'invoice.created',
  objectType: 'invoice',
  trigger: 'New invoice generated: an invoice was created, as a draft or already final',
  payload: InvoiceDto,
});

export const InvoiceFinalized = defineEvent({
  kind: 'invoice.finalized',
  objectType: 'invoice',
  trigger:
    'Invoice finalized and ready for payment: it was finalized by request or automatically, and has its ' +
    'number',
  payload: InvoiceDto,
});

export const InvoicePaid = defineEvent({
  kind: 'invoice.paid',
  objectType: 'invoice',
  trigger: 'Invoice fully paid: payments, wallets or credit notes cover the total, or the total is 0',
  payload: InvoiceDto,
});

export const InvoiceVoided = defineEvent({
  kind: 'invoice.voided',
  objectType: 'invoice',
  trigger: 'Invoice voided',
  payload: InvoiceDto,
});
