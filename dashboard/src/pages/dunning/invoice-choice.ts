import type { Invoice } from '@billing-service/sdk';
import type { Body, Field } from '../../ui/form/fields';
import { formatMoney } from '../../ui/money';

/** Returns a checkbox for each invoice. Overdue invoices in the currency of the first of them are selected. */
export function invoiceFields(
  invoices: readonly Pick<
    Invoice,
    'id' | 'number' | 'currency' | 'amount_due_cents' | 'payment_due_date' | 'payment_overdue'
  >[],
): readonly Field[] {
  const currency = invoices.find((it) => it.payment_overdue)?.currency;
  return invoices.map((it) => ({
    name: it.id,
    label: `${it.number ?? it.id}: ${formatMoney(it.amount_due_cents, it.currency)}, due ${it.payment_due_date}`,
    kind: 'checkbox',
    initial: it.payment_overdue && it.currency === currency,
    ...(it.payment_overdue ? { help: 'Overdue' } : {}),
  }));
}

/** Returns the IDs of the invoices that were selected. */
export function chosenOf(body: Body): string[] {
  return Object.keys(body).filter((id) => body[id] === true);
}
