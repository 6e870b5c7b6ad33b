import type { FieldError } from '../../platform/errors/app-error';
import { creditableCents, type CreditableFee, type CreditedFee } from './credit-note-taxes.rules';

export const CREDIT_NOTE_STATUSES = ['draft', 'finalized', 'voided'] as const;
export type CreditNoteStatus = (typeof CREDIT_NOTE_STATUSES)[number];

/** Whether payments have refunded the refund of a note: not or not completely, completely, or a refund failed. */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const CREDIT_NOTE_REASONS = [
  'duplicated_charge',
  'product_unsatisfactory',
  'order_change',
  'order_cancellation',
  'fraudulent_charge',
  'other',
] as const;
export type CreditNoteReason = (typeof CREDIT_NOTE_REASONS)[number];

/** A fee to credit, with the amount before taxes. */
export interface ItemInput {
  feeId: string;
  amountCents: bigint;
}

/** The split of a note's total: credit for later invoices, refund to the customer, offset against its own invoice. */
export interface Split {
  creditCents: bigint;
  refundCents: bigint;
  offsetCents: bigint;
}

/** How the credit for an unused fee is returned first; the rest follows in the order refund, offset, credit. */
export type UnusedFeeReturn = 'refund' | 'offset' | 'credit';

/** The amounts that a new note on an invoice can refund and offset. */
export interface SplitLimits {
  refundableCents: bigint;
  offsettableCents: bigint;
}

/** Returns the number of the `sequence`-th note of an invoice; null while the invoice has no number. */
export function creditNoteNumber(invoiceNumber: string | null, sequence: number): string | null {
  return invoiceNumber === null ? null : `${invoiceNumber}-CN${sequence}`;
}

/** Returns the valid items with their fees, and the errors of the invalid ones. */
export function creditedFees(
  fees: readonly CreditableFee[],
  inputs: readonly ItemInput[],
): { items: CreditedFee[]; problems: FieldError[] } {
  const byId = new Map(fees.map((it) => [it.id, it]));
  const first = new Map<string, number>();
  inputs.forEach(({ feeId }, index) => first.set(feeId, first.get(feeId) ?? index));
  const items: CreditedFee[] = [];
  const problems: FieldError[] = [];
  inputs.forEach(({ feeId, amountCents }, index) => {
    const fee = byId.get(feeId);
    const isRepeated = first.get(feeId) !== index;
    const problem = itemProblem(`items.${index}`, fee, amountCents, isRepeated);
    if (problem !== null) problems.push(problem);
    else if (fee !== undefined) items.push({ fee, amountCents });
  });
  return { items, problems };
}

function itemProblem(
  path: string,
  fee: CreditableFee | undefined,
  amountCents: bigint,
  isRepeated: boolean,
): FieldError | null {
  const problem = (name: string, code: string, message: string): FieldError => ({
    field: `${path}.${name}`,
    code,
    message: `${path}.${name} ${message}.`,
  });
  if (fee === undefined) return problem('fee_id', 'unknown_fee', 'does not exist on this invoice');
  if (isRepeated) return problem('fee_id', 'duplicate', 'is a duplicate; list each fee once');
  const most = creditableCents(fee);
  return amountCents > most ? problem('amount_cents', 'out_of_range', `must be at most ${most}`) : null;
}

/**
 * Returns the amount to credit for the unused part of a fee, in cents before taxes: the net amount of the unused part less
 * what earlier notes have credited of the fee, never below 0 (docs/billing-rules.md#credit-for-the-unused-part). The
 * discounts of the fee lower each part of it in proportion, rounded half up.
 *
 * @param unusedCents the unused part before discounts.
 */
export function unusedCredit(
  fee: Pick<CreditableFee, 'amountCents' | 'netAmountCents' | 'creditedCents'>,
  unusedCents: bigint,
): bigint {
  const { amountCents, netAmountCents, creditedCents } = fee;
  if (amountCents === 0n) return 0n;
  const unused = unusedCents < amountCents ? unusedCents : amountCents;
  const net = (2n * unused * netAmountCents + amountCents) / (2n * amountCents);
  return net > creditedCents ? net - creditedCents : 0n;
}

/** Returns the split of a total: all credit by default. If the request sends any amount, omitted amounts are 0. */
export function splitOf(totalCents: bigint, asked: Partial<Split>): Split {
  if (Object.keys(asked).length === 0) {
    return { creditCents: totalCents, refundCents: 0n, offsetCents: 0n };
  }
  return { creditCents: 0n, refundCents: 0n, offsetCents: 0n, ...asked };
}

/**
 * Returns the split of the credit for an unused fee (docs/billing-rules.md#credit-for-the-unused-part): for `refund`, a
 * refund of what was paid, then an offset, then credit; for `offset`, an offset against what is due, then credit.
 */
export function unusedFeeSplit(
  totalCents: bigint,
  returnAs: UnusedFeeReturn,
  { refundableCents, offsettableCents }: SplitLimits,
): Split {
  const refundCents = returnAs === 'refund' ? upTo(totalCents, refundableCents) : 0n;
  const restCents = totalCents - refundCents;
  const offsetCents = returnAs === 'credit' ? 0n : upTo(restCents, offsettableCents);
  return { refundCents, offsetCents, creditCents: restCents - offsetCents };
}

/** Returns the amount, or the limit if it is lower. The limit may be negative, and then counts as 0. */
function upTo(cents: bigint, limitCents: bigint): bigint {
  const most = limitCents > 0n ? limitCents : 0n;
  return cents < most ? cents : most;
}

/** Validates a split: it must add up to the total and be within the limits of the invoice. */
export function splitProblems(totalCents: bigint, split: Split, limits: SplitLimits): FieldError[] {
  const { creditCents, refundCents, offsetCents } = split;
  if (creditCents + refundCents + offsetCents !== totalCents) {
    const names = 'credit_amount_cents, refund_amount_cents and offset_amount_cents';
    const message = `${names} must add up to ${totalCents}, the total of the items including taxes.`;
    return [{ field: 'credit_amount_cents', code: 'invalid_value', message }];
  }
  const problems: FieldError[] = [];
  const limit = (field: string, cents: bigint, allowed: bigint, why: string): void => {
    const most = upTo(cents, allowed);
    if (cents === most) return;
    problems.push({ field, code: 'out_of_range', message: `${field} must be at most ${most}, ${why}.` });
  };
  const { refundableCents, offsettableCents } = limits;
  limit(
    'refund_amount_cents',
    refundCents,
    refundableCents,
    'the amount paid minus the refunds of its payments and other credit notes',
  );
  limit(
    'offset_amount_cents',
    offsetCents,
    offsettableCents,
    'the amount due minus the offsets of other drafts',
  );
  return problems;
}

/** Returns why a note cannot be voided, or null (docs/billing-rules.md). */
export function obstacleToVoid(note: {
  status: CreditNoteStatus;
  creditAmountCents: bigint;
  refundAmountCents: bigint;
  offsetAmountCents: bigint;
  balanceAmountCents: bigint;
}): string | null {
  // A draft has applied nothing yet; it only reserves amounts.
  if (note.status === 'draft') return null;
  if (note.status === 'voided') return 'The credit note is already voided.';
  if (note.refundAmountCents > 0n) return 'The credit note records a refund; it cannot be voided.';
  if (note.offsetAmountCents > 0n)
    return 'The credit note has reduced the amount due on its invoice; it cannot be voided.';
  if (note.balanceAmountCents < note.creditAmountCents)
    return 'The credit note has been applied to invoices; it cannot be voided.';
  return null;
}
