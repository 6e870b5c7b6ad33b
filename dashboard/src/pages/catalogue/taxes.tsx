import type { FieldSpec } from '../../forms/fields';
import { Badge, Code } from '../../ui';
import { Catalogue } from './catalogue';

const FIELDS: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true },
  { kind: 'text', name: 'code', label: 'Code', required: true },
  { kind: 'decimal', name: 'rate', label: 'Rate in percent', required: true },
  { kind: 'textarea', name: 'description', label: 'Description', nullable: true },
  {
    kind: 'checkbox',
    name: 'applied_to_organization',
    label: 'Applies to every customer',
    hint: 'Unless the customer or the plan has taxes of its own.',
  },
];

export function TaxesPage() {
  return (
    <Catalogue
      title="Taxes"
      one="a tax"
      path="/v1/taxes"
      recordPath="/v1/taxes/{id}"
      scope="taxes:write"
      fields={FIELDS}
      fixed={['code']}
      lesson="Taxes are added to the lines of an invoice, after discounts. They apply to all customers, or to those and the plans that name them."
      columns={[
        { title: 'Name', cell: (it) => <span className="font-medium">{it.name}</span> },
        { title: 'Code', cell: (it) => <Code>{it.code}</Code> },
        { title: 'Rate', cell: (it) => `${it.rate} %`, isNumber: true },
        { title: 'Applies', cell: (it) => it.applied_to_organization && <Badge>every customer</Badge> },
      ]}
    />
  );
}
