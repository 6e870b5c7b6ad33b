import type { Organization } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useSchemas } from '../../api/description';
import { useLive } from '../../api/hooks';
import { useSession } from '../../api/session';
import { Copyable } from '../../ui/copyable';
import { EditButton } from '../../ui/form/edit-button';
import type { Field } from '../../ui/form/fields';
import { Alert, Badge, Card, Facts, PageTitle } from '../../ui/layout';
import { Time } from '../../ui/time';
import { LogoCard } from './logo-card';
import { documentFields, EMAILS, GENERAL, LEGAL } from './settings-fields';

export function SettingsPage() {
  const { data: organization, error } = useLive(['settings'], (signal) =>
    billing.organizations.getCurrent({ signal }),
  );
  if (organization === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  return (
    <>
      <PageTitle title="Settings" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <General organization={organization} />
        <Legal organization={organization} />
        <Documents organization={organization} />
        <LogoCard organization={organization} />
        <Emails organization={organization} />
      </div>
    </>
  );
}

interface Props {
  organization: Organization;
}

function EditSection({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <EditButton
      title={title}
      label={`Edit ${title.toLowerCase()}`}
      fields={fields}
      load={() => billing.organizations.getCurrent()}
      send={(body, options) => billing.organizations.updateCurrent(body, options)}
    />
  );
}

function General({ organization }: Props) {
  return (
    <Card title="General" action={<EditSection title="General" fields={GENERAL} />}>
      <Facts
        of={[
          ['Name', organization.name],
          ['Default currency', organization.default_currency],
          ['Default time zone', organization.timezone],
          ['ID', <Copyable key="id" text={organization.id} label="the ID of the organization" />],
          ['Created', <Time key="created" at={organization.created_at} />],
        ]}
      />
    </Card>
  );
}

function Legal({ organization }: Props) {
  const { address_line1: line1, address_line2: line2, zipcode, city, state, country } = organization;
  const address = [line1, line2, [zipcode, city].filter(Boolean).join(' '), state, country];
  return (
    <Card title="Legal data" action={<EditSection title="Legal data" fields={LEGAL} />}>
      <Facts
        of={[
          ['Legal name', organization.legal_name ?? organization.name],
          ['Tax ID', organization.tax_id ?? 'None'],
          ['Address', address.filter(Boolean).join(', ') || 'None'],
        ]}
      />
      <p className="mt-3 text-muted">Invoices and credit notes show these as the seller.</p>
    </Card>
  );
}

function Documents({ organization }: Props) {
  const allowed = useSchemas()?.UpdateOrganization?.properties?.document_template?.enum;
  const templates = allowed?.map(String) ?? [organization.document_template];
  const { accent_color: color } = organization;
  return (
    <Card title="Documents" action={<EditSection title="Documents" fields={documentFields(templates)} />}>
      <Facts
        of={[
          [
            'Color of lines',
            <span key="color" className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className="inline-block size-4 rounded border border-line"
                style={{ background: color }}
              />
              <code>{color}</code>
            </span>,
          ],
          ['Language', organization.locale],
          ['Template', organization.document_template],
          [
            'Legal text',
            organization.legal_text !== null && (
              <span className="whitespace-pre-line">{organization.legal_text}</span>
            ),
          ],
        ]}
      />
    </Card>
  );
}

function Emails({ organization }: Props) {
  const { settings } = useSession();
  const state = (isOn: boolean) => <Badge tone={isOn ? 'good' : 'plain'}>{isOn ? 'on' : 'off'}</Badge>;
  return (
    <Card
      title="E-mails to customers"
      action={settings.mail && <EditSection title="E-mails" fields={EMAILS} />}
    >
      {!settings.mail && (
        <p className="mb-3 text-muted">
          No mail server is configured, so the service sends no e-mails. The operator configures one with
          SMTP_URL.
        </p>
      )}
      <Facts
        of={[
          ['Final invoices', state(organization.email_invoices)],
          ['Receipts of payments', state(organization.email_receipts)],
          ['Final credit notes', state(organization.email_credit_notes)],
          ['Payment requests', state(organization.email_payment_requests)],
          ['Replies go to', organization.email_reply_to ?? 'the address of the sender'],
        ]}
      />
    </Card>
  );
}
