import type { BillableMetric, Tax } from '@billing-service/sdk';
import { textOf, type Body, type Field } from '../../ui/form/fields';
import { chargeFields } from './charge-fields';

const PRICE: readonly Field[] = [
  {
    name: 'code',
    label: 'Code',
    required: true,
    placeholder: 'pro_monthly',
    help: 'Your application subscribes customers by this code. It cannot be changed later.',
  },
  { name: 'name', label: 'Name', required: true, placeholder: 'Pro' },
  { name: 'description', label: 'Description' },
  {
    name: 'interval',
    label: 'Billing period',
    kind: 'select',
    initial: 'monthly',
    options: [
      ['weekly', 'Week'],
      ['monthly', 'Month'],
      ['quarterly', 'Quarter'],
      ['yearly', 'Year'],
    ],
  },
  { name: 'currency', label: 'Currency', required: true, initial: 'EUR' },
  {
    name: 'amount_cents',
    label: 'Price of a period without usage',
    kind: 'amount',
    required: true,
    currency: (values) => textOf(values, 'currency'),
  },
  {
    name: 'pay_in_advance',
    label: 'Bill the price in advance',
    kind: 'checkbox',
    help: 'At the start of each billing period instead of at its end. Usage is always billed at the end.',
  },
  { name: 'trial_period_days', label: 'Trial in days', kind: 'number' },
];

/** Returns the form of a plan with its charges. */
export function planFields(metrics: readonly BillableMetric[], taxes: readonly Tax[]): readonly Field[] {
  return [
    ...PRICE,
    {
      name: 'charges',
      label: 'Charges for usage',
      kind: 'rows',
      help: 'What a billing period costs on top of the price, by usage.',
      row: chargeFields(metrics),
    },
    {
      name: 'tax_codes',
      label: 'Taxes',
      kind: 'choices',
      options: taxes.map((it) => [it.code, `${it.name} (${it.rate} %)`]),
      help: 'Without a choice, the taxes of the customer or the organization apply.',
    },
  ];
}

interface Range {
  from_value?: string;
  to_value?: string | null;
}

interface ChargeBody {
  properties?: Record<string, unknown>;
}

/** Returns the body of a plan, with the bounds of ranges that the form leaves out. */
export function planBody(body: Body): Body {
  if (!Array.isArray(body.charges)) return body;
  return { ...body, charges: body.charges.map(withBounds) };
}

function withBounds(charge: ChargeBody): ChargeBody {
  const properties = Object.entries(charge.properties ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? bounded(value as Range[]) : value,
  ]);
  return { ...charge, properties: Object.fromEntries(properties) as Record<string, unknown> };
}

function bounded(ranges: readonly Range[]): Range[] {
  return ranges.map((range, index) => ({
    ...range,
    from_value: index === 0 ? '0' : after(ranges[index - 1]?.to_value ?? '0'),
    to_value: range.to_value ?? null,
  }));
}

/** Returns the start of the range that follows: the next whole number, or the same fraction. */
function after(value: string): string {
  return /^\d+$/.test(value) ? String(BigInt(value) + 1n) : value;
}
