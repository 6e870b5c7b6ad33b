import type { BillableMetric } from '@billing-service/sdk';
import { textOf, type Field, type Values } from '../../ui/form/fields';

type Model = 'standard' | 'graduated' | 'volume' | 'package' | 'percentage' | 'graduated_percentage';

export const MODELS: Record<Model, { name: string; explanation: string }> = {
  standard: { name: 'Standard', explanation: 'Every unit costs the same.' },
  graduated: {
    name: 'Graduated',
    explanation: 'Each unit costs the price of its own range, like income tax brackets.',
  },
  volume: { name: 'Volume', explanation: 'All units cost the price of the range that the total reaches.' },
  package: { name: 'Package', explanation: 'Each started package of units costs the same.' },
  percentage: {
    name: 'Percentage',
    explanation: 'A percentage of the units, such as a payment volume, plus an amount per event.',
  },
  graduated_percentage: {
    name: 'Graduated percentage',
    explanation: 'Each part of the units has the percentage of its own range.',
  },
};

const CAN_PRORATE: readonly string[] = ['standard', 'graduated', 'volume'];

const isModel =
  (...models: Model[]): Field['when'] =>
  (values) =>
    models.some((it) => it === values.charge_model);

const UP_TO: Field = {
  name: 'to_value',
  label: 'Up to units, inclusive',
  kind: 'decimal',
  help: 'Empty in the last range: no limit.',
};
const FLAT: Field = { name: 'flat_amount', label: 'Flat amount', kind: 'decimal' };

function rangesOf(name: string, model: Model, price: Field): Field {
  return {
    name: `properties.${name}`,
    label: 'Ranges',
    kind: 'rows',
    help: 'Each range begins where the one before it ends.',
    row: [UP_TO, price, FLAT],
    initial: [
      { to_value: '1000', [price.name]: '', flat_amount: '' },
      { to_value: '', [price.name]: '', flat_amount: '' },
    ],
    when: isModel(model),
  };
}

const PER_UNIT: Field = { name: 'per_unit_amount', label: 'Price per unit', kind: 'decimal', required: true };
const RATE: Field = { name: 'rate', label: 'Percentage', kind: 'decimal', required: true };

const PROPERTIES: readonly Field[] = [
  {
    name: 'properties.amount',
    label: 'Price per unit',
    kind: 'decimal',
    required: true,
    placeholder: '0.0025',
    help: 'In major units of the currency, with any number of decimals.',
    when: isModel('standard'),
  },
  {
    name: 'properties.amount',
    label: 'Price per package',
    kind: 'decimal',
    required: true,
    placeholder: '5',
    when: isModel('package'),
  },
  {
    name: 'properties.package_size',
    label: 'Units in a package',
    kind: 'decimal',
    required: true,
    placeholder: '1000',
    when: isModel('package'),
  },
  { name: 'properties.free_units', label: 'Free units', kind: 'decimal', when: isModel('package') },
  { ...RATE, name: 'properties.rate', placeholder: '1.5', when: isModel('percentage') },
  ...(
    [
      ['fixed_amount', 'Amount per event'],
      ['free_units_per_events', 'Free events'],
      ['free_units_per_total_aggregation', 'Free up to a total of'],
      ['per_transaction_min_amount', 'At least, per event'],
      ['per_transaction_max_amount', 'At most, per event'],
    ] as const
  ).map(([name, label]): Field => ({
    name: `properties.${name}`,
    label,
    kind: 'decimal',
    when: isModel('percentage'),
  })),
  rangesOf('graduated_ranges', 'graduated', PER_UNIT),
  rangesOf('volume_ranges', 'volume', PER_UNIT),
  rangesOf('graduated_percentage_ranges', 'graduated_percentage', RATE),
];

/** Returns the inputs of one charge. */
export function chargeFields(metrics: readonly BillableMetric[]): readonly Field[] {
  return [
    {
      name: 'billable_metric_code',
      label: 'Metric',
      kind: 'select',
      required: true,
      options: [
        ['', 'Choose a metric'],
        ...metrics.map((it) => [it.code, `${it.name} (${it.code})`] as const),
      ],
      help: metrics.length === 0 ? 'There are no metrics yet. Create one on the page Metrics.' : undefined,
    },
    {
      name: 'charge_model',
      label: 'Charge model',
      kind: 'select',
      initial: 'standard',
      options: Object.entries(MODELS).map(([value, { name }]) => [value, name]),
      help: (values) => MODELS[textOf(values, 'charge_model') as Model].explanation,
    },
    ...PROPERTIES,
    { name: 'invoice_display_name', label: 'Name on invoices', help: 'By default, the name of the metric.' },
    {
      name: 'prorated',
      label: 'Prorated by days',
      kind: 'checkbox',
      help: 'Units count for the days on which they are held.',
      when: (values) => canProrate(values, metrics),
    },
  ];
}

function canProrate(values: Values, metrics: readonly BillableMetric[]): boolean {
  const metric = metrics.find((it) => it.code === values.billable_metric_code);
  const isHeld = metric?.aggregation_type === 'sum' || metric?.aggregation_type === 'unique_count';
  return isHeld && metric.recurring && CAN_PRORATE.includes(textOf(values, 'charge_model'));
}
