import type { FieldSpec, Values } from '../../forms/fields';
import { Code, Time } from '../../ui';
import { Discount } from '../customers/coupons';
import { useMetricOptions, usePlanOptions } from '../shared/options';
import { Catalogue } from './catalogue';

const isFixed = (values: Values) => values.coupon_type === 'fixed_amount';
const isRecurring = (values: Values) => values.frequency === 'recurring';

const FIELDS: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true },
  { kind: 'text', name: 'code', label: 'Code', required: true },
  {
    kind: 'select',
    name: 'coupon_type',
    label: 'Discount',
    required: true,
    options: [
      { value: 'percentage', label: 'A percentage' },
      { value: 'fixed_amount', label: 'An amount' },
    ],
  },
  { kind: 'decimal', name: 'percentage_rate', label: 'Percent', required: true, when: (it) => !isFixed(it) },
  { kind: 'text', name: 'currency', label: 'Currency', required: true, when: isFixed },
  {
    kind: 'money',
    name: 'amount_cents',
    label: 'Amount',
    required: true,
    currency: ({ currency }) => (/^[A-Z]{3}$/.test(String(currency)) ? String(currency) : 'EUR'),
    when: isFixed,
  },
  {
    kind: 'select',
    name: 'frequency',
    label: 'Frequency',
    required: true,
    options: [
      { value: 'once', label: 'Once' },
      { value: 'recurring', label: 'For a number of invoices' },
      { value: 'forever', label: 'Forever' },
    ],
  },
  { kind: 'integer', name: 'frequency_duration', label: 'Invoices', required: true, when: isRecurring },
  { kind: 'instant', name: 'expiration_at', label: 'Expires', nullable: true },
  { kind: 'checkbox', name: 'reusable', label: 'May be applied to a customer again' },
];

export function CouponsPage() {
  const plans = usePlanOptions();
  const metrics = useMetricOptions();
  const limits: readonly FieldSpec[] = [
    { kind: 'choices', name: 'plan_codes', label: 'Only for these plans', options: plans },
    { kind: 'choices', name: 'billable_metric_codes', label: 'Only for these metrics', options: metrics },
  ];
  return (
    <Catalogue
      title="Coupons"
      one="a coupon"
      path="/v1/coupons"
      recordPath="/v1/coupons/{id}"
      scope="coupons:write"
      fields={[...FIELDS, ...limits]}
      fixed={['code']}
      defaults={{ coupon_type: 'percentage', frequency: 'once', reusable: true }}
      lesson="A coupon takes a percentage or an amount off the invoices of the customers to whom it is applied."
      columns={[
        { title: 'Name', cell: (it) => <span className="font-medium">{it.name}</span> },
        { title: 'Code', cell: (it) => <Code>{it.code}</Code> },
        { title: 'Discount', cell: (it) => <Discount coupon={it} />, isNumber: true },
        {
          title: 'Frequency',
          cell: (it) =>
            it.frequency === 'recurring' ? `${it.frequency_duration ?? 0} invoices` : it.frequency,
          isMinor: true,
        },
        {
          title: 'Expires',
          cell: (it) => (it.expiration_at === null ? 'never' : <Time at={it.expiration_at} />),
          isMinor: true,
        },
      ]}
    />
  );
}
