import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { change } from '../../api/client';
import { EditDialog } from '../../forms/edit-dialog';
import { Field } from '../../forms/field';
import { InvalidInputError, type FieldSpec } from '../../forms/fields';
import { formatMoney, toMajor, toMinor } from '../../lib/money';
import { toast } from '../../ui';

type Invoice = Schemas['Invoice'];

const REASONS =
  'duplicated_charge product_unsatisfactory order_change order_cancellation fraudulent_charge other';

const fieldsOf = (currency: string): readonly FieldSpec[] => [
  {
    kind: 'select',
    name: 'reason',
    label: 'Reason',
    required: true,
    options: REASONS.split(' ').map((value) => ({ value, label: value.replaceAll('_', ' ') })),
  },
  { kind: 'text', name: 'description', label: 'Description' },
  {
    kind: 'money',
    name: 'refund_amount_cents',
    label: 'Of it, refunded',
    hint: 'At most what has been paid.',
    currency: () => currency,
  },
  {
    kind: 'money',
    name: 'offset_amount_cents',
    label: 'Of it, off this invoice',
    hint: 'At most what is still to pay. Without a division, the rest is credit for later invoices.',
    currency: () => currency,
  },
  { kind: 'checkbox', name: 'finalize', label: 'Finalize at once' },
];

/** Credits fees of an invoice, in part or wholly. */
export function CreateCreditNote({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id, currency, fees } = invoice;
  const [amounts, setAmounts] = useState<Readonly<Record<string, string>>>({});
  const submit = async (body: Record<string, unknown>) => {
    const items = itemsOf(amounts, currency);
    await change('post', '/v1/credit_notes', { body: { ...body, invoice_id: id, items } });
    toast('The credit note is made.');
  };
  return (
    <EditDialog
      title={`Credit ${invoice.number ?? 'the invoice'}`}
      fields={fieldsOf(currency)}
      record={{ reason: 'other', finalize: true }}
      action="Create the credit note"
      onSubmit={submit}
      onClose={onClose}
      extra={(errors) => (
        <fieldset className="space-y-3">
          <legend className="mb-2 font-medium">What is credited of each line, before taxes</legend>
          {fees.map((fee) => (
            <Field
              key={fee.id}
              label={fee.description}
              hint={`At most ${formatMoney(fee.net_amount_cents, currency)}`}
              error={errors[`fee:${fee.id}`]}
            >
              {(ids) => (
                <span className="flex gap-2">
                  <input
                    {...ids}
                    className="input num"
                    inputMode="decimal"
                    value={amounts[fee.id] ?? ''}
                    onChange={(it) => setAmounts({ ...amounts, [fee.id]: it.target.value })}
                  />
                  <button
                    type="button"
                    className="shrink-0 text-link underline"
                    onClick={() =>
                      setAmounts({ ...amounts, [fee.id]: toMajor(fee.net_amount_cents, currency) })
                    }
                  >
                    All<span className="sr-only"> of {fee.description}</span>
                  </button>
                </span>
              )}
            </Field>
          ))}
        </fieldset>
      )}
    />
  );
}

function itemsOf(amounts: Readonly<Record<string, string>>, currency: string): object[] {
  const errors: Record<string, string> = {};
  const items = Object.entries(amounts)
    .filter(([, typed]) => typed.trim() !== '')
    .map(([feeId, typed]) => {
      const cents = toMinor(typed, currency);
      if (cents === null) errors[`fee:${feeId}`] = `This must be an amount in ${currency}.`;
      return { fee_id: feeId, amount_cents: cents };
    });
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
  return items;
}
