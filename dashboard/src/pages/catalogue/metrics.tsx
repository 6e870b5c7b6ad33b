import type { FieldSpec, Values } from '../../forms/fields';
import { Badge, Code } from '../../ui';
import { Catalogue } from './catalogue';

const AGGREGATIONS = [
  { value: 'count', label: 'count: the number of events' },
  { value: 'sum', label: 'sum: a property added up' },
  { value: 'max', label: 'max: the largest value of a property' },
  { value: 'unique_count', label: 'unique count: different values of a property' },
  { value: 'latest', label: 'latest: the last value of a property' },
  { value: 'weighted_sum', label: 'weighted sum: changes of a level, weighted by time' },
];
const isRounded = ({ rounding_function: rounding }: Values) => rounding !== '';

const FIELDS: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true },
  { kind: 'text', name: 'code', label: 'Code', required: true, hint: 'Events name it, such as api_calls.' },
  { kind: 'textarea', name: 'description', label: 'Description', nullable: true },
  { kind: 'select', name: 'aggregation_type', label: 'Aggregation', required: true, options: AGGREGATIONS },
  {
    kind: 'text',
    name: 'field_name',
    label: 'Property',
    required: true,
    hint: 'The property of the event that is aggregated.',
    when: (values) => values.aggregation_type !== 'count',
  },
  {
    kind: 'select',
    name: 'rounding_function',
    label: 'Rounding of the units',
    nullable: true,
    options: ['round', 'ceil', 'floor'].map((value) => ({ value, label: value })),
  },
  { kind: 'integer', name: 'rounding_precision', label: 'Decimals', nullable: true, when: isRounded },
  {
    kind: 'checkbox',
    name: 'recurring',
    label: 'Recurring',
    hint: 'The units carry over into the next billing period.',
  },
];

/** What is metered. */
export function MetricsPage() {
  return (
    <Catalogue
      title="Billable metrics"
      one="a metric"
      path="/v1/billable_metrics"
      recordPath="/v1/billable_metrics/{id}"
      scope="billable_metrics:write"
      fields={FIELDS}
      fixed={['code']}
      defaults={{ aggregation_type: 'count' }}
      lesson="A billable metric says how usage events are added up to units. Plans put a price on them."
      columns={[
        { title: 'Name', cell: (it) => <span className="font-medium">{it.name}</span> },
        { title: 'Code', cell: (it) => <Code>{it.code}</Code> },
        { title: 'Aggregation', cell: (it) => it.aggregation_type.replaceAll('_', ' ') },
        { title: 'Property', cell: (it) => it.field_name ?? '–', isMinor: true },
        { title: 'Recurring', cell: (it) => it.recurring && <Badge>recurring</Badge>, isMinor: true },
      ]}
    />
  );
}
