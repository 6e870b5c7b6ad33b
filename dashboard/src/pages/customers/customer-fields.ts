import type { Field } from '../../ui/form/fields';

export const CUSTOMER_FIELDS: readonly Field[] = [
  {
    name: 'external_id',
    label: 'External ID',
    required: true,
    placeholder: 'cust_1042',
    help: 'The ID by which your application knows the customer.',
  },
  { name: 'name', label: 'Name', placeholder: 'Jane Doe Ltd.' },
  { name: 'email', label: 'E-mail', kind: 'email', help: 'Invoices and reminders go to this address.' },
  { name: 'currency', label: 'Currency', placeholder: 'EUR', help: 'By default, that of the first invoice.' },
  {
    name: 'timezone',
    label: 'Time zone',
    placeholder: 'Europe/Berlin',
    help: 'By default, that of the organization.',
  },
  { name: 'legal_name', label: 'Legal name' },
  { name: 'tax_ids', label: 'Tax IDs', kind: 'list', help: 'Separated by commas.' },
  { name: 'locale', label: 'Language of documents', placeholder: 'de' },
  { name: 'address_line1', label: 'Address' },
  { name: 'address_line2', label: 'Address, second line' },
  { name: 'zipcode', label: 'Postal code' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'country', label: 'Country', placeholder: 'DE', help: 'Code of two letters.' },
  {
    name: 'invoice_grace_period',
    label: 'Grace period in days',
    kind: 'number',
    help: 'Invoices remain drafts for this long, so that late usage still counts.',
  },
  { name: 'net_payment_term', label: 'Payment term in days', kind: 'number' },
  { name: 'tax_codes', label: 'Tax codes', kind: 'list', help: 'Separated by commas.' },
];
