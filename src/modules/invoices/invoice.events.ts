import { defineEvent } from '../../platform/outbox/event-catalogue';
import { InvoiceDto } from './invoice.dto';

export const InvoiceCreated = defineEvent({
  kind: 'invoice.created',
  objectType: 'invoice',
  trigger: 'New invoice generated: an invoice was created, as a draft or already final',
  payload: InvoiceDto,
  example: { status: 'draft', number: null, finalized_at: null },
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
  example: {
    status: 'paid',
    amount_paid_cents: 5880,
    amount_due_cents: 0,
    paid_at: '2026-02-03T10:15:00.000Z',
    updated_at: '2026-02-03T10:15:00.000Z',
  },
});

export const InvoiceVoided = defineEvent({
  kind: 'invoice.voided',
  objectType: 'invoice',
  trigger: 'Invoice voided',
  payload: InvoiceDto,
  example: {
    status: 'voided',
    amount_due_cents: 0,
    voided_at: '2026-02-03T10:15:00.000Z',
    updated_at: '2026-02-03T10:15:00.000Z',
  },
});
