import { newId } from '../../platform/domain/id';
import { NOTHING_FROZEN } from '../documents';
import type { PayableInvoice } from '../invoices';
import type { CreditNote } from './credit-note';
import type { CreditNoteItemEntity } from './credit-note.entity';
import { splitItemTaxes } from './credit-note-tax-split.rules';
import { itemTaxes, type CreditableFee, type CreditedFee } from './credit-note-taxes.rules';
import {
  creditNoteNumber,
  unusedCredit,
  type CreditNoteReason,
  type Split,
  type UnusedFeeReturn,
} from './credit-note.rules';

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
  items: readonly CreditedFee[];
  /** The prepaid fee whose unused part, before discounts, the note credits; null for other notes. */
  unusedFee: { feeId: string; amountCents: bigint; returnAs: UnusedFeeReturn } | null;
}

/** Returns how the total of a note is split. */
export type SplitTotal = (totalCents: bigint) => Split;

/** Returns a draft for the invoice's next note. */
export function draftNote(
  { organizationId, invoice, lastSequence }: CreditableInvoice,
  terms: NoteTerms,
  split: SplitTotal,
  now: Date,
): CreditNote {
  const { reason, description, unusedFee } = terms;
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
    unusedFeeId: unusedFee?.feeId ?? null,
    unusedAmountCents: unusedFee?.amountCents ?? null,
    unusedReturnAs: unusedFee?.returnAs ?? null,
    ...NOTHING_FROZEN,
    documentSha256: null,
    issuingDate: null,
    createdAt: now,
    updatedAt: now,
    finalizedAt: null,
    voidedAt: null,
    items,
  };
}

/**
 * Returns the draft of a note for an unused fee whose invoice was a draft and is final now: with its number, and with the
 * net amount and the taxes that the fee has now. Returns null if nothing is left to credit.
 *
 * @param creditable the invoice as if the note did not exist.
 */
export function onFinalInvoice(
  draft: CreditNote,
  { invoice, fees }: CreditableInvoice,
  split: SplitTotal,
): CreditNote | null {
  const items = draft.items.flatMap((item) => {
    const fee = fees.find((it) => it.id === item.feeId);
    if (fee === undefined) throw new Error(`Credit note ${draft.id} credits no fee of its invoice`);
    const amountCents = unusedCredit(fee, draft.unusedAmountCents ?? item.amountCents);
    return amountCents === 0n ? [] : [{ ...item, amountCents, ...taxColumns({ fee, amountCents }) }];
  });
  if (items.length === 0) return null;
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
    ...taxColumns(item),
  }));
}

function taxColumns(item: CreditedFee): Pick<CreditNoteItemEntity, 'taxesAmountCents' | 'appliedTaxes'> {
  const taxesAmountCents = itemTaxes(item);
  return { taxesAmountCents, appliedTaxes: splitItemTaxes(item.fee, item.amountCents, taxesAmountCents) };
}
