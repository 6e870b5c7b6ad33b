import type { CreateWebhookEndpoint } from '@billing-service/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { FormButton } from '../../ui/form/form-button';
import { Badge, Empty, PageTitle } from '../../ui/layout';
import { List } from '../../ui/list';
import { Time } from '../../ui/time';
import { endpointFields } from './endpoint-fields';
import { eventsOf, nameOf } from './endpoint-names';
import { useEventTypes } from './event-kinds';
import { endpointsRoute } from './routes';
import { SuccessBar } from './success-bar';

export function EndpointsPage() {
  const search = endpointsRoute.useSearch();
  const { data: stats } = useLive(['endpoints', 'stats'], (signal) =>
    billing.webhookDeliveries.getStats({ signal }),
  );
  return (
    <>
      <PageTitle title="Endpoints" hint="Addresses that receive webhooks.">
        <NewEndpoint />
      </PageTitle>
      <List
        label="Endpoints"
        search={search}
        load={(query, signal) => billing.webhookEndpoints.list(query, { signal })}
        keyOf={(it) => it.id}
        columns={[
          {
            title: 'Endpoint',
            cell: (it) => (
              <>
                <Link to="/endpoints/$id" params={{ id: it.id }} className="block min-w-40 break-words">
                  {nameOf(it)}
                </Link>
                {it.description !== null && (
                  <span className="block font-normal break-all text-muted">{it.url}</span>
                )}
              </>
            ),
          },
          { title: 'Status', cell: (it) => <Badge>{it.status}</Badge> },
          {
            title: 'Deliveries',
            cell: (it) => <SuccessBar stats={stats?.find(({ endpoint_id: id }) => id === it.id)} />,
          },
          { title: 'Events', cell: (it) => eventsOf(it.event_types), minor: true },
          { title: 'Created', cell: (it) => <Time at={it.created_at} />, minor: true },
        ]}
        empty={
          <Empty title="No endpoints">
            An endpoint is an address of your application that receives webhooks. Create one with its URL, or
            with “inbox” as its URL to read the webhooks here first.
          </Empty>
        }
      />
    </>
  );
}

function NewEndpoint() {
  const navigate = useNavigate();
  const kinds = useEventTypes().map((it) => it.webhook_type);
  return (
    <FormButton
      label="New endpoint"
      look="primary"
      submit="Create endpoint"
      fields={endpointFields(kinds)}
      send={(body) => billing.webhookEndpoints.create(body as unknown as CreateWebhookEndpoint)}
      onDone={({ id }) => void navigate({ to: '/endpoints/$id', params: { id } })}
    />
  );
}
