import type { WebhookEndpoint } from '@billing-service/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { ConfirmButton } from '../../ui/confirm';
import { EditButton } from '../../ui/form/edit-button';
import { FormButton } from '../../ui/form/form-button';
import { Alert, Badge, Card, Facts, PageTitle } from '../../ui/layout';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { COLUMNS_OF_ENDPOINT } from './delivery-columns';
import { endpointFields } from './endpoint-fields';
import { eventsOf, nameOf } from './endpoint-names';
import { useEventTypes } from './event-kinds';
import { InboxCard } from './inbox-card';
import { endpointRoute } from './routes';
import { SecretCard } from './secret-card';
import { SuccessBar } from './success-bar';

export function EndpointPage() {
  const { id } = endpointRoute.useParams();
  const { data: endpoint, error } = useLive(['endpoint', id], (signal) =>
    billing.webhookEndpoints.get(id, { signal }),
  );
  if (endpoint === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  return (
    <>
      <PageTitle
        title={nameOf(endpoint)}
        hint={endpoint.description !== null && <span className="break-all">{endpoint.url}</span>}
      >
        <Actions endpoint={endpoint} />
      </PageTitle>
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <DeliveriesCard id={id} />
          {endpoint.url === 'inbox' && <InboxCard id={id} />}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Details endpoint={endpoint} />
          <SecretCard key={id} id={id} />
        </div>
      </div>
    </>
  );
}

function Actions({ endpoint: { id } }: { endpoint: WebhookEndpoint }) {
  const navigate = useNavigate();
  const kinds = useEventTypes().map((it) => it.webhook_type);
  return (
    <>
      <FormButton
        label="Send sample event"
        submit="Send"
        description="Sends an event about a made-up object to this endpoint only. It is signed and retried like any other."
        fields={[
          {
            name: 'webhook_type',
            label: 'Event',
            kind: 'select',
            initial: 'invoice.finalized',
            options: kinds.toSorted().map((it) => [it, it] as const),
          },
        ]}
        send={(body) => billing.webhookEndpoints.test(id, body)}
      />
      <EditButton
        title="Edit endpoint"
        fields={endpointFields(kinds)}
        load={() => billing.webhookEndpoints.get(id)}
        send={(body, options) => billing.webhookEndpoints.update(id, body, options)}
      />
      <ConfirmButton
        label="Delete"
        look="danger"
        act={() => billing.webhookEndpoints.delete(id)}
        onDone={() => void navigate({ to: '/endpoints' })}
      >
        Deletes the endpoint. Its pending deliveries become failed. This cannot be undone.
      </ConfirmButton>
    </>
  );
}

function Details({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { data: stats } = useLive(['endpoints', 'stats'], (signal) =>
    billing.webhookDeliveries.getStats({ signal }),
  );
  return (
    <Card title="Details">
      <Facts
        of={[
          ['Status', <Badge key="status">{endpoint.status}</Badge>],
          ['Events', eventsOf(endpoint.event_types)],
          ['Success', <SuccessBar key="stats" stats={stats?.find((it) => it.endpoint_id === endpoint.id)} />],
          ['Created', <Time key="created" at={endpoint.created_at} />],
          ['Updated', <Time key="updated" at={endpoint.updated_at} />],
        ]}
      />
    </Card>
  );
}

function DeliveriesCard({ id }: { id: string }) {
  const { data } = useLive(['endpoint', id, 'deliveries'], async (signal) => {
    const page = await billing.webhookDeliveries.list({ webhook_endpoint_id: id, limit: 10 }, { signal });
    return page.items;
  });
  return (
    <Card
      title="Last deliveries"
      action={
        <Link to="/deliveries" search={{ webhook_endpoint_id: id }}>
          All deliveries
        </Link>
      }
    >
      {data?.length === 0 ? (
        <p className="text-muted">No deliveries yet. Send a sample event to see the first one.</p>
      ) : (
        <Table
          label="Last deliveries"
          columns={COLUMNS_OF_ENDPOINT}
          rows={data ?? []}
          keyOf={(it) => it.id}
        />
      )}
    </Card>
  );
}
