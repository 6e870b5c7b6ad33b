import type { BillableMetric, Plan } from '@billing-service/sdk';
import { textOf, type Field } from '../../ui/form/fields';

export const FREQUENCIES = [
  ['once', 'Once'],
  ['recurring', 'On a number of bills'],
  ['forever', 'On every bill'],
] as const;

const isFixed: Field['when'] = (values) => values.coupon_type !== 'percentage';
const isPercentage: Field['when'] = (values) => values.coupon_type === 'percentage';

const TERMS: readonly Field[] = [
  {
    name: 'coupon_type',
    label: 'Discount',
    kind: 'select',
    initial: 'fixed_amount',
    options: [
      ['fixed_amount', 'A fixed amount'],
      ['percentage', 'A percentage'],
    ],
  },
  {
    name: 'currency',
    label: 'Currency',
    required: true,
    initial: 'EUR',
    help: 'The coupon lowers only bills in this currency.',
    when: isFixed,
  },
  {
    name: 'amount_cents',
    label: 'Amount',
    kind: 'amount',
    required: true,
    currency: (values) => textOf(values, 'currency'),
    when: isFixed,
  },
  { name: 'percentage_rate', label: 'Percentage', kind: 'decimal', required: true, when: isPercentage },
  {
    name: 'frequency',
    label: 'How often',
    kind: 'select',
    initial: 'once',
    options: FREQUENCIES,
    help: frequencyHelp,
  },
  {
    name: 'frequency_duration',
    label: 'Number of bills',
    kind: 'number',
    required: true,
    when: (values) => values.frequency === 'recurring',
  },
];

function frequencyHelp(values: Parameters<NonNullable<Field['when']>>[0]): string {
  const isWhole = values.coupon_type === 'percentage';
  if (values.frequency === 'forever') return 'Lowers every bill.';
  if (values.frequency === 'recurring') return 'Lowers this number of bills, each by the full discount.';
  return isWhole ? 'Lowers one bill.' : 'Lowers bills until the amount is used up.';
}

const NAMES: readonly Field[] = [
  {
    name: 'code',
    label: 'Code',
    required: true,
    placeholder: 'welcome',
    help: 'It cannot be changed later.',
  },
  {
    name: 'name',
    label: 'Name',
    required: true,
    placeholder: 'Welcome',
    help: 'Invoices show this name.',
  },
];

const USE: readonly Field[] = [
  {
    name: 'expiration_at',
    label: 'Expires',
    kind: 'instant',
    help: 'From then on the coupon cannot be applied. Customers who have it keep it.',
  },
  {
    name: 'reusable',
    label: 'A customer may get it more than once',
    kind: 'checkbox',
    initial: true,
  },
];

/** Returns the form of a coupon, which can be limited to plans or metrics. */
export function couponFields(plans: readonly Plan[], metrics: readonly BillableMetric[]): readonly Field[] {
  return [
    ...NAMES,
    ...TERMS,
    ...USE,
    {
      name: 'plan_codes',
      label: 'Only for these plans',
      kind: 'choices',
      options: plans.map((it) => [it.code, it.name]),
      help: 'Without a choice, for all plans. A coupon is limited to plans or to metrics, not to both.',
    },
    {
      name: 'billable_metric_codes',
      label: 'Only for the usage of these metrics',
      kind: 'choices',
      options: metrics.map((it) => [it.code, it.name]),
    },
  ];
}
