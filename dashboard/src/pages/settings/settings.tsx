import type { Schemas } from '@billing-service/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecord } from '../../api/hooks';
import { sessionQuery, useScope } from '../../api/session';
import { EditRecord } from '../../forms/edit-record';
import type { FieldSpec } from '../../forms/fields';
import { Button, Card, Code, Fact, Facts, Grid, Loading, Page, Status } from '../../ui';
import { EmailSettings } from './emails';
import { Logo } from './logo';
import { LOCALES } from '../shared/locales';

type Organization = Schemas['Organization'];

const FIELDS: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true },
  {
    kind: 'text',
    name: 'default_currency',
    label: 'Currency',
    required: true,
    hint: 'Of customers without their own.',
  },
  {
    kind: 'text',
    name: 'timezone',
    label: 'Time zone',
    required: true,
    hint: 'Of customers without their own.',
  },
];
const DOCUMENT_FIELDS: readonly FieldSpec[] = [
  { kind: 'text', name: 'legal_name', label: 'Legal name', nullable: true },
  { kind: 'text', name: 'tax_id', label: 'Tax id', nullable: true },
  { kind: 'text', name: 'address_line1', label: 'Address', nullable: true },
  { kind: 'text', name: 'address_line2', label: 'Address, second line', nullable: true },
  { kind: 'text', name: 'zipcode', label: 'Postcode', nullable: true },
  { kind: 'text', name: 'city', label: 'City', nullable: true },
  { kind: 'text', name: 'state', label: 'State', nullable: true },
  { kind: 'text', name: 'country', label: 'Country', nullable: true, hint: 'Two letters, such as FR.' },
  {
    kind: 'textarea',
    name: 'legal_text',
    label: 'Legal text',
    nullable: true,
    hint: 'At the foot of every document.',
  },
  { kind: 'select', name: 'locale', label: 'Language of documents', required: true, options: LOCALES },
  { kind: 'text', name: 'accent_color', label: 'Accent colour', required: true, hint: 'Such as #3d4fd6.' },
  { kind: 'text', name: 'header_color', label: 'Header colour', required: true },
];

type Dialog = 'organization' | 'documents' | null;

/** What applies to customers without settings of their own, and what stands on documents. */
export function SettingsPage() {
  const [dialog, setDialog] = useState<Dialog>(null);
  const client = useQueryClient();
  const mayWrite = useScope('organization:write');
  const { data } = useRecord('/v1/organizations/current');
  if (data === undefined) return <Loading />;
  const close = () => {
    setDialog(null);
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const edit = (which: Dialog, what: string) =>
    mayWrite && (
      <Button onClick={() => setDialog(which)}>
        Edit<span className="sr-only"> {what}</span>
      </Button>
    );
  return (
    <Page title="Settings">
      <Grid>
        <Card title="Organization" actions={edit('organization', 'the organization')}>
          <OrganizationFacts organization={data.body} />
        </Card>
        <Card title="On documents" actions={edit('documents', 'what stands on documents')}>
          <DocumentFacts organization={data.body} />
        </Card>
      </Grid>
      <Grid>
        <Logo mayWrite={mayWrite} />
        <EmailSettings mayWrite={mayWrite} />
      </Grid>
      {dialog !== null && (
        <EditRecord
          title={dialog === 'documents' ? 'On documents' : 'Edit the organization'}
          path="/v1/organizations/current"
          fields={dialog === 'documents' ? DOCUMENT_FIELDS : FIELDS}
          onClose={close}
        />
      )}
    </Page>
  );
}

function OrganizationFacts({ organization }: { organization: Organization }) {
  return (
    <Facts>
      <Fact label="Name">{organization.name}</Fact>
      <Fact label="Currency">{organization.default_currency}</Fact>
      <Fact label="Time zone">{organization.timezone}</Fact>
      <Fact label="Status">
        <Status of={organization.status} />
      </Fact>
      <Fact label="Id">
        <Code>{organization.id}</Code>
      </Fact>
    </Facts>
  );
}

function DocumentFacts({ organization }: { organization: Organization }) {
  const { address_line1: line1, address_line2: line2, zipcode, city, state, country } = organization;
  return (
    <Facts>
      <Fact label="Legal name">{organization.legal_name ?? organization.name}</Fact>
      <Fact label="Tax id">{organization.tax_id ?? '–'}</Fact>
      <Fact label="Address">
        {[line1, line2, zipcode, city, state, country].filter(Boolean).join(', ') || '–'}
      </Fact>
      <Fact label="Language">
        {LOCALES.find(({ value }) => value === organization.locale)?.label ?? organization.locale}
      </Fact>
      <Fact label="Legal text">{organization.legal_text ?? '–'}</Fact>
    </Facts>
  );
}
