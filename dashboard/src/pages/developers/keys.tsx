import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { change } from '../../api/client';
import { useScope, useSession } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import type { FieldSpec } from '../../forms/fields';
import {
  Badge,
  Button,
  Card,
  Code,
  Confirm,
  Copy,
  Dialog,
  Empty,
  ListView,
  Menu,
  MenuItem,
  Status,
  Time,
} from '../../ui';
import { SCOPES } from './scopes';

type ApiKey = Schemas['ApiKey'];
type Open =
  | { kind: 'create' }
  | { kind: 'rotate' | 'revoke'; key: ApiKey }
  | { kind: 'created'; rawKey: string }
  | null;

const FIELDS: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true, hint: 'Who uses it.' },
  {
    kind: 'select',
    name: 'preset',
    label: 'May do',
    options: [
      { value: 'full', label: 'Everything' },
      { value: 'read_only', label: 'Read everything' },
      { value: 'ingest_only', label: 'Send usage events' },
    ],
  },
  {
    kind: 'choices',
    name: 'scopes',
    label: 'Scopes',
    options: SCOPES.map((value) => ({ value, label: value })),
    when: ({ preset }) => preset === '',
  },
  { kind: 'instant', name: 'expires_at', label: 'Expires' },
];

/** The API keys of the organization. */
export function ApiKeys() {
  const [dialog, setDialog] = useState<Open>(null);
  const { api_key: own } = useSession();
  const mayManage = useScope('keys:manage');
  return (
    <Card
      title="API keys"
      padded={false}
      actions={mayManage && <Button onClick={() => setDialog({ kind: 'create' })}>Create a key</Button>}
    >
      <ListView
        label="API keys"
        path="/v1/organizations/current/api_keys"
        cursor="keys"
        empty={<Empty title="No keys" />}
        columns={[
          {
            title: 'Name',
            cell: (it) => (
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{it.name}</span>
                {it.id === own.id && <Badge tone="accent">this session</Badge>}
              </span>
            ),
          },
          { title: 'Key', cell: (it) => <Code>{it.key_prefix}…</Code>, isMinor: true },
          { title: 'Scopes', cell: (it) => <Scopes of={it.scopes} />, isMinor: true },
          { title: 'Status', cell: (it) => <Status of={it.status} /> },
          {
            title: 'Last used',
            cell: (it) => (it.last_used_at === null ? 'never' : <Time at={it.last_used_at} />),
            isMinor: true,
          },
          {
            title: 'Expires',
            cell: (it) => (it.expires_at === null ? 'never' : <Time at={it.expires_at} />),
            isMinor: true,
          },
          {
            title: 'Action',
            cell: (it) =>
              mayManage &&
              it.status === 'active' && (
                <Menu label="Actions">
                  <MenuItem onSelect={() => setDialog({ kind: 'rotate', key: it })}>Rotate</MenuItem>
                  <MenuItem isDangerous onSelect={() => setDialog({ kind: 'revoke', key: it })}>
                    Revoke
                  </MenuItem>
                </Menu>
              ),
          },
        ]}
      />
      <Dialogs dialog={dialog} set={setDialog} />
    </Card>
  );
}

function Scopes({ of }: { of: readonly string[] }) {
  if (of.includes('*')) return <>everything</>;
  if (of.length <= 2) return <>{of.join(', ')}</>;
  return (
    <details>
      <summary>{of.length} scopes</summary>
      {of.join(', ')}
    </details>
  );
}

function Dialogs({ dialog, set }: { dialog: Open; set: (dialog: Open) => void }) {
  const close = () => set(null);
  if (dialog === null) return null;
  if (dialog.kind === 'created') {
    return (
      <Dialog title="The new key" onClose={close}>
        <p className="mb-3">Keep it now: it is shown this once.</p>
        <p className="flex items-center gap-2">
          <Code>{dialog.rawKey}</Code>
          <Copy text={dialog.rawKey} label="Copy the key" />
        </p>
      </Dialog>
    );
  }
  if (dialog.kind === 'create') {
    return (
      <EditDialog
        title="Create a key"
        fields={FIELDS}
        record={{ preset: 'full' }}
        action="Create"
        onSubmit={async (body) => {
          const { raw_key: rawKey } = await change('post', '/v1/organizations/current/api_keys', { body });
          set({ kind: 'created', rawKey });
        }}
        onClose={close}
        staysOpen
      />
    );
  }
  const path = { id: dialog.key.id };
  if (dialog.kind === 'rotate') {
    return (
      <EditDialog
        title={`Rotate ${dialog.key.name}`}
        fields={[
          { kind: 'integer', name: 'overlap_seconds', label: 'Seconds during which both keys work' },
          { kind: 'instant', name: 'expires_at', label: 'The new key expires' },
        ]}
        action="Rotate"
        onSubmit={async (body) => {
          const { raw_key: rawKey } = await change('post', '/v1/organizations/current/api_keys/{id}/rotate', {
            path,
            body,
          });
          set({ kind: 'created', rawKey });
        }}
        onClose={close}
        staysOpen
      />
    );
  }
  return (
    <Confirm
      title={`Revoke ${dialog.key.name}?`}
      action="Revoke"
      onClose={close}
      onConfirm={() => change('delete', '/v1/organizations/current/api_keys/{id}', { path })}
    >
      Requests with this key fail at once, and its dashboard sessions end. This cannot be undone.
    </Confirm>
  );
}
