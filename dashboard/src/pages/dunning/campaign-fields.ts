import { textOf, type Field } from '../../ui/form/fields';

const CODE: Field = {
  name: 'code',
  label: 'Code',
  required: true,
  placeholder: 'gentle',
  help: 'Unique; cannot be changed.',
};

/** Fields of a campaign that can be edited. */
export const CAMPAIGN_FIELDS: readonly Field[] = [
  { name: 'name', label: 'Name', required: true, placeholder: 'Gentle reminders' },
  { name: 'description', label: 'Description', help: 'For your own use.' },
  {
    name: 'status',
    label: 'Status',
    kind: 'select',
    initial: 'active',
    options: [
      ['active', 'Active'],
      ['inactive', 'Inactive: opens no new payment requests'],
    ],
  },
  {
    name: 'max_attempts',
    label: 'Attempts',
    kind: 'number',
    required: true,
    initial: '3',
    help: 'After the last one, the payment request fails.',
  },
  {
    name: 'days_between_attempts',
    label: 'Days between attempts',
    kind: 'number',
    required: true,
    initial: '7',
  },
  {
    name: 'thresholds',
    label: 'Thresholds',
    kind: 'rows',
    help: 'Overdue amount of a customer from which the campaign requests payment, per currency.',
    initial: [{ currency: 'EUR', amount_cents: '' }],
    row: [
      { name: 'currency', label: 'Currency', required: true },
      {
        name: 'amount_cents',
        label: 'Overdue amount',
        kind: 'amount',
        required: true,
        currency: (row) => textOf(row, 'currency'),
      },
    ],
  },
  {
    name: 'applied_to_organization',
    label: 'Default for customers without a campaign of their own',
    kind: 'checkbox',
    help: 'Replaces the previous default.',
  },
];

export const NEW_CAMPAIGN_FIELDS: readonly Field[] = [CODE, ...CAMPAIGN_FIELDS];
