import type { FieldSpec } from '../../forms/fields';
import { Badge, Code, Money, Status } from '../../ui';
import { Catalogue } from './catalogue';

/** A campaign's thresholds are a list; the form holds one currency a line. */
const FIELDS: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true },
  { kind: 'text', name: 'code', label: 'Code', required: true },
  { kind: 'textarea', name: 'description', label: 'Description', nullable: true },
  {
    kind: 'integer',
    name: 'max_attempts',
    label: 'Attempts',
    required: true,
    hint: 'How often a customer is asked.',
  },
  { kind: 'integer', name: 'days_between_attempts', label: 'Days between attempts', required: true },
  {
    kind: 'amounts',
    name: 'thresholds',
    label: 'Overdue amounts',
    required: true,
    hint: 'From which amount on a customer is asked, one currency a line: EUR 50.00.',
  },
  {
    kind: 'select',
    name: 'status',
    label: 'Status',
    required: true,
    options: ['active', 'inactive'].map((value) => ({ value, label: value })),
  },
  {
    kind: 'checkbox',
    name: 'applied_to_organization',
    label: 'For every customer',
    hint: 'Except those with a campaign of their own.',
  },
];

/** How customers are reminded of overdue invoices. */
export function DunningPage() {
  return (
    <Catalogue
      title="Dunning campaigns"
      one="a campaign"
      path="/v1/dunning_campaigns"
      recordPath="/v1/dunning_campaigns/{id}"
      scope="dunning:write"
      fields={FIELDS}
      fixed={['code']}
      defaults={{
        status: 'active',
        max_attempts: 3,
        days_between_attempts: 7,
        applied_to_organization: true,
      }}
      lesson="A campaign asks customers for their overdue invoices, again and again, until they pay or the attempts are used up."
      columns={[
        { title: 'Name', cell: (it) => <span className="font-medium">{it.name}</span> },
        { title: 'Code', cell: (it) => <Code>{it.code}</Code>, isMinor: true },
        { title: 'Status', cell: (it) => <Status of={it.status} /> },
        { title: 'Attempts', cell: (it) => `${it.max_attempts}, every ${it.days_between_attempts} days` },
        {
          title: 'From',
          cell: (it) =>
            it.thresholds.map((one) => (
              <Money key={one.currency} cents={one.amount_cents} currency={one.currency} className="mr-2" />
            )),
          isNumber: true,
          isMinor: true,
        },
        {
          title: 'Applies',
          cell: (it) => it.applied_to_organization && <Badge>every customer</Badge>,
          isMinor: true,
        },
      ]}
    />
  );
}
