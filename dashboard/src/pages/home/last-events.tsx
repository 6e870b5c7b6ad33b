import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Badge, Card, Empty } from '../../ui/layout';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';

/** The newest webhooks. */
export function LastEvents() {
  const { data } = useLive(['home', 'events'], async (signal) => {
    const page = await billing.webhookDeliveries.list({ limit: 10 }, { signal });
    return page.items;
  });
  return (
    <Card title="Last events">
      {data?.length === 0 ? (
        <Empty title="No events yet">
          Every step of billing is announced by a webhook: create an endpoint, or an inbox, to see them here.
        </Empty>
      ) : (
        <Table
          label="Last events"
          rows={data ?? []}
          keyOf={(it) => it.id}
          columns={[
            {
              title: 'Event',
              cell: (it) => (
                <Link to="/deliveries/$id" params={{ id: it.id }}>
                  <code>{it.webhook_type}</code>
                </Link>
              ),
            },
            { title: 'Delivery', cell: (it) => <Badge>{it.status}</Badge> },
            { title: 'Status', cell: (it) => it.http_status, minor: true },
            { title: 'Created', cell: (it) => <Time at={it.created_at} precision="second" /> },
          ]}
        />
      )}
    </Card>
  );
}
