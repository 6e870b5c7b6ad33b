import { Link, useNavigate } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { change } from '../../api/client';
import { useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { Bar, Button, Card, Empty, ListView, Page, Status } from '../../ui';
import { useEndpointFields } from './fields';

/** Where events are delivered. */
export function EndpointsPage() {
  const [isAdding, setAdding] = useState(false);
  const add = useScope('webhooks:manage') && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      Add an endpoint
    </Button>
  );
  return (
    <Page title="Webhook endpoints" actions={add}>
      <Card padded={false}>
        <ListView
          label="Webhook endpoints"
          path="/v1/webhook_endpoints"
          empty={
            <Empty title="No endpoints yet" icon={Webhook} action={add}>
              An endpoint is an address of yours that receives signed events. Without one, use the built-in
              inbox to see what arrives.
            </Empty>
          }
          columns={[
            {
              title: 'Endpoint',
              cell: (it) => (
                <Link
                  to="/endpoints/$id"
                  params={{ id: it.id }}
                  className="font-medium break-all text-link hover:underline"
                >
                  {it.description ?? it.url}
                </Link>
              ),
            },
            { title: 'Address', cell: (it) => <span className="break-all">{it.url}</span>, isMinor: true },
            { title: 'Status', cell: (it) => <Status of={it.status} /> },
            { title: 'Succeeded', cell: (it) => <SuccessRate id={it.id} /> },
          ]}
        />
      </Card>
      {isAdding && <AddEndpoint onClose={() => setAdding(false)} />}
    </Page>
  );
}

function SuccessRate({ id }: { id: string }) {
  const { data } = useRecord('/v1/webhook_endpoints/delivery_stats');
  const stats = data?.body.find((it) => it.endpoint_id === id);
  if (stats === undefined || stats.total === 0) return <>–</>;
  const { success_rate: rate, failed, total } = stats;
  return (
    <span className="block w-36">
      <span className="num block text-xs text-muted">
        {rate.toFixed(1)} % of {total}
      </span>
      <Bar share={rate / 100} label={`${rate.toFixed(1)} % succeeded`} tone={failed > 0 ? 'warn' : 'good'} />
    </span>
  );
}

function AddEndpoint({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <EditDialog
      title="Add an endpoint"
      fields={useEndpointFields()}
      record={{ status: 'active', url: 'inbox' }}
      action="Add"
      onSubmit={async ({ event_types: kinds, ...body }) => {
        const chosen = (kinds as string[]).length === 0 ? {} : { event_types: kinds };
        const { id } = await change('post', '/v1/webhook_endpoints', { body: { ...body, ...chosen } });
        await navigate({ to: '/endpoints/$id', params: { id } });
      }}
      onClose={onClose}
    />
  );
}
