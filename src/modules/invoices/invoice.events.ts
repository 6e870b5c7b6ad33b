import { defineEvent } from '../../platform/outbox/event-catalogue';
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
    'Invoice finalized and ready for payment: a draft became final, by call or job, and has its number',
  payload: InvoiceDto,
});

export const InvoicePaid = defineEvent({
  kind: 'invoice.paid',
  objectType: 'invoice',
  trigger:
    'Invoice fully paid: nothing is due any more, through payments, wallets or credit notes, or because it came to 0',
  payload: InvoiceDto,
});

export const InvoiceVoided = defineEvent({
  kind: 'invoice.voided',
  objectType: 'invoice',
  trigger: 'Invoice voided',
  payload: InvoiceDto,
});
