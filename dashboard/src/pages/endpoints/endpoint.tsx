import type { Schemas } from '@billing-service/sdk';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/client';
import { useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { EditRecord } from '../../forms/edit-record';
import { messageOf } from '../../lib/errors';
import {
  Button,
  Card,
  Code,
  Confirm,
  Empty,
  Fact,
  Facts,
  LinkButton,
  Loading,
  Menu,
  MenuItem,
  Note,
  Page,
  Status,
  toast,
} from '../../ui';
import { useEndpointFields } from './fields';
import { Inbox } from './inbox';
import { Recover } from './recover';
import { Secret } from './secret';

type Endpoint = Schemas['WebhookEndpoint'];
type Dialog = 'edit' | 'sample' | 'recover' | 'delete' | null;

/** One endpoint: its secret, samples, what arrived, and recovering from an outage. */
export function EndpointPage() {
  const { id } = useParams({ from: '/signed-in/endpoints/$id' });
  const { data, error } = useRecord('/v1/webhook_endpoints/{id}', { path: { id } });
  const [dialog, setDialog] = useState<Dialog>(null);
  const mayManage = useScope('webhooks:manage');
  if (data === undefined) return error === null ? <Loading /> : <Empty title={messageOf(error)} />;
  const { body: endpoint } = data;
  return (
    <Page
      title={endpoint.description ?? endpoint.url}
      subtitle={<Status of={endpoint.status} />}
      actions={
        <>
          <LinkButton to="/deliveries" search={{ endpoint: id }}>
            Deliveries
          </LinkButton>
          {mayManage && (
            <>
              <Button kind="primary" onClick={() => setDialog('sample')}>
                Send a sample
              </Button>
              <Menu label="More">
                <MenuItem onSelect={() => setDialog('edit')}>Edit</MenuItem>
                <MenuItem onSelect={() => setDialog('recover')}>Recover failed deliveries</MenuItem>
                <MenuItem isDangerous onSelect={() => setDialog('delete')}>
                  Delete
                </MenuItem>
              </Menu>
            </>
          )}
        </>
      }
    >
      {endpoint.disabled_reason !== null && <Note tone="warn">Switched off: {endpoint.disabled_reason}</Note>}
      <Card title="Endpoint">
        <Facts>
          <Fact label="Address">
            <Code>{endpoint.url}</Code>
          </Fact>
          <Fact label="Events">{endpoint.event_types.join(', ') || 'all'}</Fact>
          <Fact label="Id">
            <Code>{id}</Code>
          </Fact>
        </Facts>
      </Card>
      {mayManage && <Secret id={id} />}
      {endpoint.url === 'inbox' && <Inbox id={id} />}
      <Dialogs dialog={dialog} endpoint={endpoint} close={() => setDialog(null)} />
    </Page>
  );
}

interface DialogsProps {
  dialog: Dialog;
  endpoint: Endpoint;
  close: () => void;
}

function Dialogs({ dialog, endpoint, close }: DialogsProps) {
  const fields = useEndpointFields();
  const navigate = useNavigate();
  const path = { id: endpoint.id };
  switch (dialog) {
    case 'edit':
      return (
        <EditRecord
          title="Edit the endpoint"
          path="/v1/webhook_endpoints/{id}"
          values={path}
          fields={fields}
          onClose={close}
        />
      );
    case 'sample':
      return <SendSample id={endpoint.id} onClose={close} />;
    case 'recover':
      return <Recover id={endpoint.id} onClose={close} />;
    case 'delete':
      return (
        <Confirm
          title="Delete the endpoint?"
          action="Delete"
          onClose={close}
          onConfirm={async () => {
            await change('delete', '/v1/webhook_endpoints/{id}', { path });
            await navigate({ to: '/endpoints' });
          }}
        >
          Nothing is delivered to {endpoint.url} any more, not even what is waiting.
        </Confirm>
      );
    case null:
      return null;
  }
}

function SendSample({ id, onClose }: { id: string; onClose: () => void }) {
  const kinds = useRecord('/v1/event_types', { every: false });
  const navigate = useNavigate();
  return (
    <EditDialog
      title="Send a sample"
      fields={[
        {
          kind: 'select',
          name: 'webhook_type',
          label: 'Kind of event',
          options: kinds.data?.body.map((it) => ({ value: it.webhook_type, label: it.webhook_type })) ?? [],
        },
      ]}
      action="Send"
      onSubmit={async (body) => {
        const delivery = await change('post', '/v1/webhook_endpoints/{id}/test', { path: { id }, body });
        toast('The sample is on its way.');
        await navigate({ to: '/deliveries/$id', params: { id: delivery.id } });
      }}
      onClose={onClose}
    />
  );
}
