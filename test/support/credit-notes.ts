import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { InvoiceBalances } from '../../src/modules/invoices';
import { itemsOf } from './builders';
import type { InvoiceBody } from './invoice-wire';
import type { TestApp, TestOrganization } from './test-app';

export const CREDIT_NOTES = '/v1/credit_notes';

/**
 * Returns the body of a note that credits these amounts of the invoice's fees, in order; an amount of 0
 * leaves out its fee.
 */
export function noteOf(invoice: InvoiceBody, amounts: readonly number[], fields: object = {}): object {
  return { invoice_id: invoice.id, reason: 'other', items: itemsOf(invoice, amounts), ...fields };
}

/** Applies a payment to an invoice without creating the payment. */
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
