import type { Field } from '../../ui/form/fields';

export const CATEGORIES = [
  ['S', 'S: standard or reduced rate'],
  ['Z', 'Z: zero rate'],
  ['E', 'E: exempt'],
  ['AE', 'AE: reverse charge'],
  ['K', 'K: intra-Community supply'],
  ['G', 'G: export'],
  ['O', 'O: not subject to tax'],
  ['L', 'L: IGIC, Canary Islands'],
  ['M', 'M: IPSI, Ceuta and Melilla'],
] as const;

const COMMON: readonly Field[] = [
  { name: 'name', label: 'Name', required: true, placeholder: 'VAT', help: 'Invoices show this name.' },
  { name: 'description', label: 'Description' },
  {
    name: 'rate',
    label: 'Rate in percent',
    kind: 'decimal',
    required: true,
    placeholder: '20',
    help: 'From 0 to 100, with at most 4 decimals.',
  },
];

const APPLIED: Field = {
  name: 'applied_to_organization',
  label: 'Applies to everything',
  kind: 'checkbox',
  help: 'Unless the plan or the customer has taxes of its own.',
};

const CATEGORY_HELP = 'Electronic invoices need the category. Only S, L and M can have a rate above 0.';

export const TAX_FIELDS: readonly Field[] = [
  {
    name: 'code',
    label: 'Code',
    required: true,
    placeholder: 'vat_20',
    help: 'Plans and customers name the tax by this code. It cannot be changed later.',
  },
  ...COMMON,
  {
    name: 'category',
    label: 'Category',
    kind: 'select',
    options: [['', 'By the rate: S, or Z for 0 percent'], ...CATEGORIES],
    help: CATEGORY_HELP,
  },
  APPLIED,
];

/** The fields that an existing tax can change. */
export const TAX_CHANGES: readonly Field[] = [
  ...COMMON,
  { name: 'category', label: 'Category', kind: 'select', options: CATEGORIES, help: CATEGORY_HELP },
  APPLIED,
];
