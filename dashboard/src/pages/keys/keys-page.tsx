import type { ApiKey, CreateApiKey, CreatedApiKey } from '@billing-service/sdk';
import { useState } from 'react';
import { billing } from '../../api/client';
import { useOrganization } from '../../api/hooks';
import { useSession } from '../../api/session';
import { Copyable } from '../../ui/copyable';
import { Dialog } from '../../ui/dialog';
import { FormButton } from '../../ui/form/form-button';
import { Badge, Empty, PageTitle } from '../../ui/layout';
import { List } from '../../ui/list';
import { Time } from '../../ui/time';
import { KeyActions } from './key-actions';
import { keysRoute } from './routes';

export function KeysPage() {
  const search = keysRoute.useSearch();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  return (
    <>
      <PageTitle title="API keys" hint="Every key has full access to the organization.">
        <NewKey onDone={setCreated} />
      </PageTitle>
      <List
        label="API keys"
        search={search}
        load={(query, signal) => billing.apiKeys.list(query, { signal })}
        keyOf={(it) => it.id}
        columns={[
          { title: 'Name', cell: (it) => it.name },
          { title: 'Prefix', cell: (it) => <code>{it.key_prefix}</code>, minor: true },
          { title: 'Status', cell: (it) => <State of={it} /> },
          {
            title: 'Last used',
            cell: (it) => (it.last_used_at === null ? 'Never' : <Time at={it.last_used_at} />),
            minor: true,
          },
          {
            title: 'Expires',
            cell: (it) => (it.expires_at === null ? 'Never' : <Time at={it.expires_at} />),
            minor: true,
          },
          { title: 'Actions', cell: (it) => <KeyActions apiKey={it} onRotated={setCreated} /> },
        ]}
        empty={<Empty title="No API keys">Applications authenticate with a key.</Empty>}
      />
      <RawKey created={created} onClose={() => setCreated(null)} />
    </>
  );
}

function State({ of: key }: { of: ApiKey }) {
  const { session } = useSession();
  const isExpired = key.expires_at !== null && Date.parse(key.expires_at) <= Date.now();
  return (
    <span className="flex flex-wrap gap-1">
      <Badge>{key.status === 'active' && isExpired ? 'expired' : key.status}</Badge>
      {key.replaced_by_id !== null && <Badge>rotated</Badge>}
      {key.id === session?.api_key_id && <Badge tone="info">this session</Badge>}
    </span>
  );
}

function NewKey({ onDone }: { onDone: (key: CreatedApiKey) => void }) {
  const timeZone = useOrganization()?.timezone;
  return (
    <FormButton
      label="New API key"
      look="primary"
      submit="Create API key"
      fields={[
        { name: 'name', label: 'Name', required: true, placeholder: 'Production backend' },
        {
          name: 'expires_at',
          label: 'Expires',
          kind: 'instant',
          help: 'By default, never.',
          ...(timeZone === undefined ? {} : { timeZone }),
        },
      ]}
      send={(body) => billing.apiKeys.create(body as unknown as CreateApiKey)}
      onDone={onDone}
    />
  );
}

/** Shows a new key. The service keeps only its hash, so it cannot be shown again. */
function RawKey({ created, onClose }: { created: CreatedApiKey | null; onClose: () => void }) {
  return (
    <Dialog
      title={`API key ${created?.name ?? ''}`}
      description="Copy the key now. It is shown only once."
      isOpen={created !== null}
      onClose={onClose}
    >
      {created !== null && <Copyable text={created.raw_key} label="the API key" />}
    </Dialog>
  );
}
