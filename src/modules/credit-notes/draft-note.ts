import { newId } from '../../platform/domain/id';
import type { PayableInvoice } from '../invoices';
import type { CreditNote } from './credit-note';
import type { CreditNoteItemEntity } from './credit-note.entity';
import { itemTaxes, type CreditableFee, type CreditedFee } from './credit-note-taxes.rules';
import { creditNoteNumber, type CreditNoteReason, type Split } from './credit-note.rules';

/** An invoice under lock, with what its notes took and gave. */
export interface CreditableInvoice {
  organizationId: string;
  invoice: PayableInvoice;
  fees: CreditableFee[];
  /** Of its newest note; 0 before the first. */
  lastSequence: number;
  /** What was paid and is not spoken for by a refund. */
  refundableCents: bigint;
  /** What is due and not spoken for by the offset of a draft. */
  offsettableCents: bigint;
}

/** Everything about a new note that its invoice does not say. */
export interface NoteTerms {
  reason: CreditNoteReason;
  description: string | null;
  items: CreditedFee[];
  /** The fee paid in advance whose unused part it gives back; else null. */
  unusedFeeId: string | null;
}

/** A draft of the next note of an invoice. `split` tells where its total goes. */
export function draftNote(
  { organizationId, invoice, lastSequence }: CreditableInvoice,
  terms: NoteTerms,
  split: (totalCents: bigint) => Split,
  now: Date,
): CreditNote {
  const { reason, description, unusedFeeId } = terms;
  const id = newId();
  const sequence = lastSequence + 1;
  const items = draftItems(organizationId, id, terms.items);
  const taxesAmountCents = items.reduce((sum, it) => sum + it.taxesAmountCents, 0n);
  const totalAmountCents = items.reduce((sum, it) => sum + it.amountCents, taxesAmountCents);
  const { creditCents, refundCents, offsetCents } = split(totalAmountCents);
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
    creditAmountCents: creditCents,
    refundAmountCents: refundCents,
    offsetAmountCents: offsetCents,
    balanceAmountCents: 0n,
    taxesAmountCents,
    totalAmountCents,
    unusedFeeId,
    createdAt: now,
    updatedAt: now,
    finalizedAt: null,
    voidedAt: null,
    items,
  };
}

function draftItems(
  organizationId: string,
  creditNoteId: string,
  items: readonly CreditedFee[],
): CreditNoteItemEntity[] {
  const taxes = itemTaxes(items);
  return items.map(({ fee, amountCents }, position) => ({
    organizationId,
    id: newId(),
    creditNoteId,
    position,
    feeId: fee.id,
    amountCents,
    taxesAmountCents: taxes[position] ?? 0n,
  }));
}
