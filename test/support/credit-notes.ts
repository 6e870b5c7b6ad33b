import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { InvoiceBalances } from '../../src/modules/invoices';
import type { InvoiceBody } from './invoice-wire';
import type { TestApp, TestOrganization } from './test-app';
import { bodyOf } from './wire';
import type { CreditNoteBody } from './credit-wire';

export const CREDIT_NOTES = '/v1/credit_notes';

/** Creates a final one-off invoice in EUR with a fee of each amount. */
export function anInvoice(
  organization: TestOrganization,
  customer: { id: string },
  amounts: readonly number[],
): Promise<InvoiceBody> {
  const fees = amounts.map((cents, index) => ({
    description: `Fee ${index}`,
    units: '1',
    unit_amount_cents: cents,
  }));
  const body = { customer_id: customer.id, currency: 'EUR', fees };
  return bodyOf(organization.post('/v1/invoices/one_off', body), 201);
}

/** Returns the body of a note that credits these amounts of the invoice's fees, in their order; 0 leaves a fee out. */
export function noteOf(invoice: InvoiceBody, amounts: readonly number[], fields: object = {}): object {
  const items = invoice.fees.flatMap((fee, index) => {
    const amount = amounts[index] ?? 0;
    return amount === 0 ? [] : [{ fee_id: fee.id, amount_cents: amount }];
  });
  return { invoice_id: invoice.id, reason: 'other', items, ...fields };
}

/** Creates a credit note, finalized unless the fields say otherwise. */
export function aCreditNote(
  organization: TestOrganization,
  invoice: InvoiceBody,
  amounts: readonly number[],
  fields: object = {},
): Promise<CreditNoteBody> {
  return bodyOf(
    organization.post(CREDIT_NOTES, noteOf(invoice, amounts, { finalize: true, ...fields })),
    201,
  );
}

/** Records a payment of an invoice. */
export async function pay(
  app: TestApp,
  organization: TestOrganization,
  invoice: { id: string },
  cents: number,
): Promise<void> {
  const appliedAmounts = app.app.get(InvoiceBalances, { strict: false });
  const payment = { source: 'payment', sourceId: newId(), amountCents: BigInt(cents) } as const;
  const about = { organizationId: organization.id, invoiceId: invoice.id, ...payment };
  await app.app.get(Transactions).run((tx) => appliedAmounts.apply(tx, about));
}
