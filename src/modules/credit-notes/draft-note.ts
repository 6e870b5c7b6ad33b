import { newId } from '../../platform/domain/id';
import type { PayableInvoice } from '../invoices';
import type { CreditNote } from './credit-note';
import type { CreditNoteItemEntity } from './credit-note.entity';
import { splitItemTaxes } from './credit-note-tax-split.rules';
import { itemTaxes, type CreditableFee, type CreditedFee } from './credit-note-taxes.rules';
import { creditNoteNumber, type CreditNoteReason, type Split } from './credit-note.rules';

/** A locked invoice, with the amounts that its notes credit, refund and offset. */
export interface CreditableInvoice {
  organizationId: string;
  invoice: PayableInvoice;
  fees: CreditableFee[];
  /** Sequence number of the newest note; 0 if there are none. */
  lastSequence: number;
  /** The paid amount that is neither refunded nor reserved for the refund of a note. */
  refundableCents: bigint;
  /** The amount due that is not reserved for the offset of a draft. */
  offsettableCents: bigint;
}

/** Input for a new note. */
export interface NoteTerms {
  reason: CreditNoteReason;
  description: string | null;
  items: CreditedFee[];
  /** The prepaid fee whose unused part the note credits; null for other notes. */
  unusedFeeId: string | null;
}

/** Returns a draft for the invoice's next note. */
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
  return items.map(({ fee, amountCents }, position) => {
    const taxesAmountCents = taxes[position] ?? 0n;
    return {
      organizationId,
      id: newId(),
      creditNoteId,
      position,
      feeId: fee.id,
      amountCents,
      taxesAmountCents,
      appliedTaxes: splitItemTaxes(fee, amountCents, taxesAmountCents),
    };
  });
}
