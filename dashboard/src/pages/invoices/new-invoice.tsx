import type { CreateOneOffInvoice } from '@billing-service/sdk';
import { useNavigate } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { textOf, type Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';

const FIELDS: readonly Field[] = [
  {
    name: 'external_customer_id',
    label: 'External ID of the customer',
    required: true,
    placeholder: 'cust_1042',
  },
  { name: 'currency', label: 'Currency', required: true, initial: 'EUR' },
  {
    name: 'fees',
    label: 'Lines',
    kind: 'rows',
    initial: [{ description: '', units: '1', unit_amount_cents: '' }],
    row: [
      { name: 'description', label: 'Text', required: true },
      { name: 'units', label: 'Units', kind: 'decimal', required: true, initial: '1' },
      {
        name: 'unit_amount_cents',
        label: 'Price of a unit',
        kind: 'amount',
        required: true,
        currency: (_, form) => textOf(form, 'currency'),
      },
    ],
  },
];

/** Bills something once, beside all subscriptions. */
export function NewInvoice() {
  const navigate = useNavigate();
  return (
    <FormButton
      label="New invoice"
      look="primary"
      description="Bills something once, beside all subscriptions."
      submit="Create invoice"
      fields={FIELDS}
      send={(body) => billing.invoices.createOneOff(body as unknown as CreateOneOffInvoice)}
      onDone={({ id }) => void navigate({ to: '/invoices/$id', params: { id } })}
    />
  );
}
