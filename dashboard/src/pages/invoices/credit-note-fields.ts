import type { Invoice } from '@billing-service/sdk';
import type { Field } from '../../ui/form/fields';
import { formatMoney } from '../../ui/money';

export const REASONS: readonly (readonly [string, string])[] = [
  ['duplicated_charge', 'Charged twice'],
  ['product_unsatisfactory', 'Product unsatisfactory'],
  ['order_change', 'Order changed'],
  ['order_cancellation', 'Order canceled'],
  ['fraudulent_charge', 'Fraudulent charge'],
  ['other', 'Other'],
];

/** Returns the form of a credit note on an invoice. */
export function creditNoteFields(invoice: Invoice): readonly Field[] {
  const { currency, fees } = invoice;
  const amount = { kind: 'amount', currency: () => currency } as const;
  return [
    {
      name: 'reason',
      label: 'Reason',
      kind: 'select',
      initial: 'product_unsatisfactory',
      options: REASONS,
    },
    { name: 'description', label: 'Description' },
    {
      name: 'items',
      label: 'Lines',
      kind: 'rows',
      help: 'Amounts before taxes.',
      initial: [{ fee_id: fees[0]?.id ?? '', amount_cents: '' }],
      row: [
        {
          name: 'fee_id',
          label: 'Line',
          kind: 'select',
          initial: fees[0]?.id ?? '',
          options: fees.map((it) => [it.id, `${it.description} (${formatMoney(it.amount_cents, currency)})`]),
        },
        { name: 'amount_cents', label: 'Amount', required: true, ...amount },
      ],
    },
    { name: 'credit_amount_cents', label: 'As credit for later invoices, with taxes', ...amount },
    { name: 'refund_amount_cents', label: 'As refund, with taxes', ...amount },
    { name: 'offset_amount_cents', label: 'Off the amount due, with taxes', ...amount },
    { name: 'finalize', label: 'Finalize at once', kind: 'checkbox', initial: true },
  ];
}
