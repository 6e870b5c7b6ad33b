import type { BillableMetric } from '@billing-service/sdk';
import { textOf, type Field } from '../../ui/form/fields';

type Aggregation = BillableMetric['aggregation_type'];

export const AGGREGATIONS: Record<Aggregation, { name: string; explanation: string }> = {
  count: { name: 'Count', explanation: 'Counts events: three events are three units.' },
  sum: { name: 'Sum', explanation: 'Adds up the values: events with 3 and 0.5 are 3.5 units.' },
  max: { name: 'Maximum', explanation: 'Takes the highest value: events with 8 and 3 are 8 units.' },
  latest: { name: 'Latest', explanation: 'Takes the value of the last event: 8 and later 5 are 5 units.' },
  unique_count: {
    name: 'Unique count',
    explanation:
      'Counts distinct values, such as user IDs; an event with operation_type "remove" removes its value.',
  },
  weighted_sum: {
    name: 'Weighted sum',
    explanation: 'Weights each value by the rest of the period: 20 from the middle on are 10 units.',
  },
};

const ROUNDINGS = [
  ['', 'Do not round'],
  ['round', 'To the nearest'],
  ['ceil', 'Up'],
  ['floor', 'Down'],
] as const;

const CAN_RECUR: readonly string[] = ['sum', 'unique_count', 'weighted_sum'];

export const METRIC_FIELDS: readonly Field[] = [
  {
    name: 'code',
    label: 'Code',
    required: true,
    placeholder: 'api_calls',
    help: 'Usage events name the metric by this code. It cannot be changed later.',
  },
  { name: 'name', label: 'Name', required: true, placeholder: 'API calls' },
  { name: 'description', label: 'Description' },
  {
    name: 'aggregation_type',
    label: 'Aggregation',
    kind: 'select',
    initial: 'count',
    options: Object.entries(AGGREGATIONS).map(([value, { name }]) => [value, name]),
    help: (values) => AGGREGATIONS[textOf(values, 'aggregation_type') as Aggregation].explanation,
  },
  {
    name: 'field_name',
    label: 'Property of the events',
    required: true,
    placeholder: 'gb',
    help: 'The value is read from this property of each event.',
    when: (values) => values.aggregation_type !== 'count',
  },
  {
    name: 'recurring',
    label: 'Recurring',
    kind: 'checkbox',
    help: 'The level at the end of a billing period carries over into the next, as for seats or stored data.',
    when: (values) => CAN_RECUR.includes(textOf(values, 'aggregation_type')),
  },
  { name: 'rounding_function', label: 'Rounding of units', kind: 'select', options: ROUNDINGS },
  {
    name: 'rounding_precision',
    label: 'Decimal places',
    kind: 'number',
    help: 'By default 0: whole units.',
    when: (values) => textOf(values, 'rounding_function') !== '',
  },
  {
    name: 'unit_code',
    label: 'Unit on invoices',
    placeholder: 'C62',
    help: 'A code of UN/ECE Recommendation 20, such as HUR for hours or E34 for gigabytes. By default C62, for no unit.',
  },
];

/** Returns the fields that an existing metric can change. */
export const METRIC_CHANGES = METRIC_FIELDS.filter((it) => it.name !== 'code');
