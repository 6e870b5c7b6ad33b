import { useState } from 'react';
import { useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import { EditRecord } from '../../forms/edit-record';
import type { FieldSpec } from '../../forms/fields';
import { Button, Card } from '../../ui';

type Method = string | null;

/** How the invoices of somebody or something are collected; null is as one level above. */
const METHOD: FieldSpec = {
  kind: 'select',
  name: 'collection_method',
  label: 'Invoices are',
  nullable: true,
  options: [
    { value: 'automatic', label: 'charged by themselves' },
    { value: 'manual', label: 'paid by the customer, or charged by hand' },
  ],
};
const CHARGE_AT: FieldSpec = {
  kind: 'select',
  name: 'charge_at',
  label: 'Charged',
  nullable: true,
  options: [
    { value: 'due_date', label: 'as the due date begins' },
    { value: 'issue', label: 'as soon as they are final' },
  ],
};
const PATHS = {
  customer: '/v1/customers/{id}/collection_settings',
  subscription: '/v1/subscriptions/{id}/collection_settings',
  invoice: '/v1/invoices/{id}/collection_settings',
} as const;
/** Whose method counts where there is none. */
const ABOVE = {
  customer: 'as the organization',
  subscription: 'as the customer',
  invoice: 'as the subscription or the customer',
} as const;

/** What has a method of its own, besides the organization. */
type Subject = keyof typeof PATHS;

/** How invoices are collected, in a few words, as a fact of the page of a subject. */
export function CollectionMethod({ of: method, subject }: { of: Method; subject: Subject }) {
  if (method === null) return <>{ABOVE[subject]}</>;
  return <>{method === 'automatic' ? 'automatic' : 'paid by the customer, or charged by hand'}</>;
}

interface ChangeProps {
  subject: Subject;
  id: string;
  onClose: () => void;
}

/** The form of the method of a subject. */
export function ChangeCollectionMethod({ subject, id, onClose }: ChangeProps) {
  return (
    <EditRecord
      title="Automatic collection"
      path={PATHS[subject]}
      values={{ id }}
      fields={[METHOD]}
      onClose={onClose}
    />
  );
}

interface CollectionSettingsProps {
  /** Without one, the settings of the organization. */
  customerId?: string;
}

/** The settings by which invoices are charged, and their form. */
export function CollectionSettings({ customerId }: CollectionSettingsProps) {
  const [isEditing, setEditing] = useState(false);
  const mayRead = useScope('collections:read');
  const mayWrite = useScope('collections:write');
  const ofOrganization = useRecord('/v1/collection_settings', {
    enabled: mayRead && customerId === undefined,
  });
  const ofCustomer = useRecord('/v1/customers/{id}/collection_settings', {
    path: { id: customerId ?? '' },
    enabled: mayRead && customerId !== undefined,
  });
  const method = (ofCustomer.data ?? ofOrganization.data)?.body.collection_method ?? null;
  const chargesAtIssue = ofOrganization.data?.body.charge_at === 'issue';
  const close = () => setEditing(false);
  if (!mayRead) return null;
  return (
    <Card
      title="Automatic collection"
      actions={mayWrite && <Button onClick={() => setEditing(true)}>Change the collection</Button>}
    >
      <p>{sentenceOf(method, customerId !== undefined)}</p>
      {customerId === undefined && method === 'automatic' && (
        <p className="text-muted">
          {chargesAtIssue
            ? 'They are charged as soon as they are final.'
            : 'They are charged as they become due.'}
        </p>
      )}
      {isEditing && customerId === undefined && (
        <EditRecord
          title="Automatic collection"
          path="/v1/collection_settings"
          fields={[METHOD, CHARGE_AT]}
          onClose={close}
        />
      )}
      {isEditing && customerId !== undefined && (
        <ChangeCollectionMethod subject="customer" id={customerId} onClose={close} />
      )}
    </Card>
  );
}

function sentenceOf(method: Method, isOfCustomer: boolean): string {
  if (method === 'automatic') return 'Invoices are charged to the default payment method by themselves.';
  if (method === null && isOfCustomer) return 'As the organization collects.';
  return 'Nothing is charged by itself.';
}
