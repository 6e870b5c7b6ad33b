import { isDeepStrictEqual } from 'node:util';
import type { CreditNoteBody } from '../support/credit-wire';
import type { InvoiceBody } from '../support/invoice-wire';

/** The parts of a preview that are compared. */
export interface PreviewBody {
  change: string;
  credit_amount_cents: number;
  invoices: PreviewedInvoice[];
}

type PreviewedInvoice = Pick<
  InvoiceBody,
  'fees_amount_cents' | 'coupons_amount_cents' | 'taxes_amount_cents'
>;

/** The documents of a customer before or after a request. */
export interface Papers {
  invoices: readonly InvoiceBody[];
  notes: readonly CreditNoteBody[];
}

/** Returns how the preview of an immediate plan change differs from what the change has made; null if it does not. */
export function previewDifference(preview: PreviewBody, before: Papers, after: Papers): string | null {
  const notes = made(before.notes, after.notes);
  const credit = notes.reduce((sum, it) => sum + it.total_amount_cents - it.taxes_amount_cents, 0);
  // In a new time zone, the next period may end at once: its bill is compared with the other documents of the life.
  const bills = made(before.invoices, after.invoices).slice(0, preview.invoices.length);
  // A preview shows its bills one after the other, but each draft shows the coupons as if it became final now.
  const isSpent = (index: number): boolean => index === 0 || bills[index]?.status !== 'draft';
  const promised = {
    credit: preview.credit_amount_cents,
    invoices: preview.invoices.map((it, index) => amountsOf(it, isSpent(index))),
  };
  const found = { credit, invoices: bills.map((it, index) => amountsOf(it, isSpent(index))) };
  if (isDeepStrictEqual(promised, found)) return null;
  return `The preview said ${JSON.stringify(promised)}, the change made ${JSON.stringify(found)}`;
}

function made<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Set(before.map((it) => it.id));
  return after.filter((it) => !known.has(it.id));
}

function amountsOf(it: PreviewedInvoice, isSpent: boolean): object {
  const fees = it.fees_amount_cents;
  return isSpent ? { fees, coupons: it.coupons_amount_cents, taxes: it.taxes_amount_cents } : { fees };
}
