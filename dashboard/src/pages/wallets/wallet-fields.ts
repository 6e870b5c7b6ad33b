import type { Field } from '../../ui/form/fields';

export const NEW_WALLET: readonly Field[] = [
  { name: 'name', label: 'Name', placeholder: 'Prepaid credits' },
  { name: 'currency', label: 'Currency', required: true, initial: 'EUR' },
  { name: 'rate_amount', label: 'Price of a credit', kind: 'decimal', required: true, initial: '1' },
  { name: 'paid_credits', label: 'Credits that the customer buys', kind: 'decimal' },
  { name: 'granted_credits', label: 'Credits that you give', kind: 'decimal' },
];

export const TOP_UP: readonly Field[] = [
  { name: 'credits', label: 'Credits', kind: 'decimal', required: true },
  {
    name: 'source',
    label: 'Source',
    kind: 'select',
    initial: 'paid',
    options: [
      ['paid', 'Bought by the customer'],
      ['granted', 'Given by you'],
    ],
  },
];

export function editWalletFields(timeZone: string): readonly Field[] {
  return [
    { name: 'name', label: 'Name', placeholder: 'Prepaid credits' },
    {
      name: 'priority',
      label: 'Priority',
      kind: 'number',
      required: true,
      help: 'From 1 to 50. Invoices use the wallet with the lowest number first.',
    },
    {
      name: 'expiration_at',
      label: 'Expires',
      kind: 'instant',
      timeZone,
      help: 'At this time, the wallet is terminated and loses its remaining credits.',
    },
  ];
}
