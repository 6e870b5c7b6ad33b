import { defineEvent } from '../../platform/outbox/event-catalogue';
import { CreditNoteDto } from './credit-note.dto';

export const CreditNoteCreated = defineEvent({
  kind: 'credit_note.created',
  objectType: 'credit_note',
  trigger: 'Credit note created, through the API or for the unused part of a fee paid in advance',
  payload: CreditNoteDto,
  example: { status: 'draft', number: null, finalized_at: null },
});

export const CreditNoteFinalized = defineEvent({
  kind: 'credit_note.finalized',
  objectType: 'credit_note',
  trigger: 'Credit note finalized: its credit can be used from now on',
  payload: CreditNoteDto,
});
