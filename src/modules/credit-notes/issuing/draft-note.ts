import { newId } from '../../../platform/domain/id';
import type { PayableInvoice } from '../../invoices';
import type { CreditNote } from '../credit-note';
import type { CreditNoteItemEntity } from '../credit-note.entity';
import { itemTaxes, type CreditableFee, type CreditedFee } from './credit-note-taxes.rules';
import { creditNoteNumber, type CreditNoteReason, type Split } from '../credit-note.rules';

/** A locked invoice, with what its notes credited, refunded and offset. */
export interface CreditableInvoice {
  organizationId: string;
  invoice: PayableInvoice;
  fees: CreditableFee[];
  /** Of its newest note; 0 before the first. */
  lastSequence: number;
  /** What was paid, and neither refunded nor reserved for the refund of a note. */
  refundableCents: bigint;
  /** What is due and not reserved for the offset of a draft. */
  offsettableCents: bigint;
}

/** The terms of a new note. */
export interface NoteTerms {
  reason: CreditNoteReason;
  description: string | null;
  items: CreditedFee[];
  /** The fee paid in advance whose unused part it credits; null for other notes. */
  unusedFeeId: string | null;
}

/** Returns the split of the total of a note. */
type SplitTotal = (totalCents: bigint) => Split;

/** Returns a draft of the next note of an invoice. */
export function draftNote(
  { organizationId, invoice, lastSequence }: CreditableInvoice,
  terms: NoteTerms,
  split: SplitTotal,
  now: Date,
): CreditNote {
  const { reason, description, unusedFeeId } = terms;
  const id = newId();
  const sequence = lastSequence + 1;
  const items = draftItems(organizationId, id, terms.items);
  return {
    organizationId,
    id,
    invoiceId: invoice.id,
    customerId: invoice.customerId,
    sequence,
    number: creditNoteNumber(invoice.number, sequence),
    status: 'draft',
    reason,
    description,
    currency: invoice.currency,
    ...amountsOf(items, split),
    refundedAmountCents: 0n,
    refundStatus: null,
    balanceAmountCents: 0n,
    unusedFeeId,
    issuingDate: null,
    documentSha256: null,
    createdAt: now,
    updatedAt: now,
    finalizedAt: null,
    voidedAt: null,
    items,
  };
}

/**
 * Returns the draft of a note on an invoice that has become final: with its number, and with the taxes that its fees have
 * now.
 *
 * @param creditable the invoice as if the note did not exist.
 */
export function onFinalInvoice(
  draft: CreditNote,
  { invoice, fees }: CreditableInvoice,
  split: SplitTotal,
): CreditNote {
  const items = draft.items.map((item) => {
    const fee = fees.find((it) => it.id === item.feeId);
    if (fee === undefined) throw new Error(`Credit note ${draft.id} credits no fee of its invoice`);
    return { ...item, taxesAmountCents: itemTaxes({ fee, amountCents: item.amountCents }) };
  });
  const number = creditNoteNumber(invoice.number, draft.sequence);
  return { ...draft, number, items, ...amountsOf(items, split) };
}

function amountsOf(items: readonly CreditNoteItemEntity[], split: SplitTotal) {
  const taxesAmountCents = items.reduce((sum, it) => sum + it.taxesAmountCents, 0n);
  const totalAmountCents = items.reduce((sum, it) => sum + it.amountCents, taxesAmountCents);
  const { creditCents, refundCents, offsetCents } = split(totalAmountCents);
  return {
    creditAmountCents: creditCents,
    refundAmountCents: refundCents,
    offsetAmountCents: offsetCents,
    taxesAmountCents,
    totalAmountCents,
  };
}

function draftItems(
  organizationId: string,
  creditNoteId: string,
  items: readonly CreditedFee[],
): CreditNoteItemEntity[] {
  return items.map((item, position) => ({
    organizationId,
    id: newId(),
    creditNoteId,
    position,
    feeId: item.fee.id,
    amountCents: item.amountCents,
    taxesAmountCents: itemTaxes(item),
  }));
}
