import { change } from '../../api/client';
import { EditDialog } from '../../forms/edit-dialog';
import { EditRecord } from '../../forms/edit-record';
import type { FieldSpec, Option } from '../../forms/fields';
import { LOCALES } from '../shared/locales';
import { useTaxOptions } from '../shared/options';

function fieldsOf(taxes: readonly Option[]): readonly FieldSpec[] {
  return [
    {
      kind: 'text',
      name: 'external_id',
      label: 'External id',
      required: true,
      hint: 'The id of your own system.',
    },
    { kind: 'text', name: 'name', label: 'Name', nullable: true },
    {
      kind: 'text',
      name: 'legal_name',
      label: 'Legal name',
      nullable: true,
      hint: 'Shown on documents instead of the name.',
    },
    { kind: 'lines', name: 'tax_ids', label: 'Tax ids', hint: 'One a line, such as FR40303265045.' },
    { kind: 'select', name: 'locale', label: 'Language of documents', nullable: true, options: LOCALES },
    { kind: 'email', name: 'email', label: 'E-mail', nullable: true },
    {
      kind: 'text',
      name: 'currency',
      label: 'Currency',
      nullable: true,
      hint: 'ISO 4217; that of the organization if empty.',
    },
    {
      kind: 'text',
      name: 'timezone',
      label: 'Time zone',
      nullable: true,
      hint: 'Such as Europe/Paris; that of the organization if empty.',
    },
    { kind: 'text', name: 'address_line1', label: 'Address', nullable: true },
    { kind: 'text', name: 'address_line2', label: 'Address, second line', nullable: true },
    { kind: 'text', name: 'zipcode', label: 'Postcode', nullable: true },
    { kind: 'text', name: 'city', label: 'City', nullable: true },
    { kind: 'text', name: 'state', label: 'State', nullable: true },
    { kind: 'text', name: 'country', label: 'Country', nullable: true, hint: 'Two letters, such as FR.' },
    { kind: 'integer', name: 'invoice_grace_period', label: 'Days that invoices stay drafts' },
    { kind: 'integer', name: 'net_payment_term', label: 'Days to pay' },
    { kind: 'choices', name: 'tax_codes', label: 'Taxes', options: taxes },
    { kind: 'pairs', name: 'metadata', label: 'Metadata', hint: 'One "key: value" a line.' },
  ];
}

interface CustomerDialogProps {
  /** Id of the customer to edit; a new one without. */
  id?: string;
  onClose: () => void;
  onCreated?: (id: string) => void;
}

/** Adds or edits a customer. */
export function CustomerDialog({ id, onClose, onCreated }: CustomerDialogProps) {
  const fields = fieldsOf(useTaxOptions());
  if (id !== undefined) {
    return (
      <EditRecord
        title="Edit the customer"
        path="/v1/customers/{id}"
        values={{ id }}
        fields={fields}
        onClose={onClose}
      />
    );
  }
  return (
    <EditDialog
      title="Add a customer"
      fields={fields}
      action="Add"
      onSubmit={async (body) => {
        const created = await change('post', '/v1/customers', { body });
        onCreated?.(created.id);
      }}
      onClose={onClose}
    />
  );
}
