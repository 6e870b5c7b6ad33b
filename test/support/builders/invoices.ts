import type { CreditNoteBody } from '../credit-wire';
import type { InvoiceBody } from '../invoice-wire';
import type { TestOrganization } from '../test-app';
import { bodyOf } from '../wire';
import { customerIdIn } from './customers';

/** Creates a finalized one-off invoice in EUR, with one fee for each amount in cents. */
export async function anInvoice(
  organization: TestOrganization,
  { amounts = [5000], ...fields }: { amounts?: readonly number[] } & Record<string, unknown> = {},
): Promise<InvoiceBody> {
  const fees = amounts.map((cents, index) => ({
    description: `Work ${index + 1}`,
    units: '1',
    unit_amount_cents: cents,
  }));
  const body = { currency: 'EUR', fees, ...fields, customer_id: await customerIdIn(organization, fields) };
  return bodyOf(organization.post('/v1/invoices/one_off', body), 201);
}

/**
 * Returns items that credit these amounts of the invoice's fees, in order; an amount of 0 leaves out its fee.
 */
export function itemsOf(
  invoice: Pick<InvoiceBody, 'fees'>,
  amounts: readonly number[],
): { fee_id: string; amount_cents: number }[] {
  return invoice.fees
    .map((fee, index) => ({ fee_id: fee.id, amount_cents: amounts[index] ?? 0 }))
    .filter((it) => it.amount_cents !== 0);
}

/** Creates a finalized credit note for all fees in full, or for `amounts` in cents. */
export function aCreditNote(
  organization: TestOrganization,
  invoice: Pick<InvoiceBody, 'id' | 'fees'>,
  { amounts, ...fields }: { amounts?: readonly number[] } & Record<string, unknown> = {},
): Promise<CreditNoteBody> {
  const items = itemsOf(invoice, amounts ?? invoice.fees.map((it) => it.amount_cents));
  const body = { invoice_id: invoice.id, reason: 'other', items, finalize: true, ...fields };
  return bodyOf(organization.post('/v1/credit_notes', body), 201);
}
