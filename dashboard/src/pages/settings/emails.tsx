import { useState } from 'react';
import { useRecord } from '../../api/hooks';
import { EditRecord } from '../../forms/edit-record';
import type { FieldSpec } from '../../forms/fields';
import { Button, Card, Fact, Facts, Note } from '../../ui';
import { LOCALES } from '../shared/locales';

const KINDS = [
  { name: 'send_invoices', label: 'Invoices', hint: 'When they become final.' },
  { name: 'send_receipts', label: 'Receipts', hint: 'When a payment has succeeded.' },
  { name: 'send_credit_notes', label: 'Credit notes', hint: 'When they become final.' },
  { name: 'send_payment_requests', label: 'Payment requests', hint: 'When they are created.' },
] as const;
const FIELDS: readonly FieldSpec[] = [
  ...KINDS.map((it) => ({ ...it, kind: 'checkbox' }) as const),
  { kind: 'email', name: 'reply_to', label: 'Replies go to', nullable: true },
  {
    kind: 'text',
    name: 'sender_name',
    label: 'Name of the sender',
    nullable: true,
    hint: 'Without one, that on documents.',
  },
  {
    kind: 'select',
    name: 'locale',
    label: 'Language of e-mails',
    nullable: true,
    options: LOCALES,
    hint: 'Without one, that of each customer.',
  },
];

/** What is sent to customers by itself, and how. */
export function EmailSettings({ mayWrite }: { mayWrite: boolean }) {
  const [isEditing, setEditing] = useState(false);
  const { data } = useRecord('/v1/organizations/current/emails');
  if (data === undefined) return null;
  const settings = data.body;
  const sent = KINDS.filter(({ name }) => settings[name]).map((it) => it.label);
  return (
    <Card
      title="E-mails to customers"
      actions={
        mayWrite && (
          <Button onClick={() => setEditing(true)}>
            Edit<span className="sr-only"> e-mails to customers</span>
          </Button>
        )
      }
    >
      {!settings.available && (
        <div className="mb-4">
          <Note tone="warn">
            The operator has not set up a mail server (SMTP_URL), so nothing is sent for now.
          </Note>
        </div>
      )}
      <Facts>
        <Fact label="Sent by themselves">{sent.join(', ') || 'Nothing'}</Fact>
        <Fact label="Replies go to">{settings.reply_to ?? 'the sender'}</Fact>
        <Fact label="Name of the sender">{settings.sender_name ?? 'as on documents'}</Fact>
        <Fact label="Language">
          {LOCALES.find(({ value }) => value === settings.locale)?.label ?? 'that of each customer'}
        </Fact>
      </Facts>
      {isEditing && (
        <EditRecord
          title="E-mails to customers"
          path="/v1/organizations/current/emails"
          fields={FIELDS}
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  );
}
