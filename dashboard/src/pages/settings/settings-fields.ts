import type { Field } from '../../ui/form/fields';

export const GENERAL: readonly Field[] = [
  { name: 'name', label: 'Name', required: true },
  {
    name: 'default_currency',
    label: 'Default currency',
    required: true,
    placeholder: 'EUR',
    help: 'Of customers that do not set one.',
  },
  {
    name: 'timezone',
    label: 'Default time zone',
    required: true,
    placeholder: 'Europe/Berlin',
    help: 'Of customers that do not set one. The dashboard shows times in this zone.',
  },
];

export const LEGAL: readonly Field[] = [
  { name: 'legal_name', label: 'Legal name', help: 'Documents show it as the seller. By default, the name.' },
  { name: 'tax_id', label: 'Tax ID', placeholder: 'DE123456789' },
  { name: 'address_line1', label: 'Address' },
  { name: 'address_line2', label: 'Address, second line' },
  { name: 'zipcode', label: 'Postal code' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'country', label: 'Country', placeholder: 'DE', help: 'Code of two letters.' },
];

/** Returns the form of the design of documents. */
export function documentFields(templates: readonly string[]): readonly Field[] {
  return [
    { name: 'accent_color', label: 'Color of lines', kind: 'color', required: true },
    {
      name: 'locale',
      label: 'Language',
      required: true,
      placeholder: 'en-GB',
      help: 'With an optional country for its formats. Customers may have another language.',
    },
    {
      name: 'document_template',
      label: 'Template',
      kind: 'select',
      options: templates.map((it) => [it, it]),
      help: 'For documents that become final from now on.',
    },
    {
      name: 'legal_text',
      label: 'Legal text',
      kind: 'textarea',
      help: 'At the end of documents, such as bank details and the registration.',
    },
  ];
}

export const LOGO: readonly Field[] = [
  {
    name: 'logo',
    label: 'Image',
    kind: 'image',
    required: true,
    help: 'PNG or JPEG of at most 256 KB and 4 megapixels.',
  },
];

export const EMAILS: readonly Field[] = [
  { name: 'email_invoices', label: 'Send final invoices', kind: 'checkbox' },
  { name: 'email_receipts', label: 'Send receipts of payments', kind: 'checkbox' },
  { name: 'email_credit_notes', label: 'Send final credit notes', kind: 'checkbox' },
  { name: 'email_payment_requests', label: 'Send payment requests', kind: 'checkbox' },
  {
    name: 'email_reply_to',
    label: 'Replies go to',
    kind: 'email',
    help: 'By default, to the address of the sender.',
  },
];
