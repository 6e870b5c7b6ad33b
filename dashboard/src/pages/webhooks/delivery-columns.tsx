import type { WebhookDelivery, WebhookEndpoint } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../ui/layout';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { nameOf } from './endpoint-names';

const EVENT: Column<WebhookDelivery> = {
  title: 'Event',
  cell: (it) => (
    <Link to="/deliveries/$id" params={{ id: it.id }}>
      <code>{it.webhook_type}</code>
    </Link>
  ),
};
const OUTCOME: readonly Column<WebhookDelivery>[] = [
  { title: 'Status', cell: (it) => <Badge>{it.status}</Badge> },
  { title: 'HTTP', cell: (it) => it.http_status ?? '–', minor: true },
  { title: 'Retries', cell: (it) => it.retries, minor: true },
];
const CREATED: Column<WebhookDelivery> = {
  title: 'Created',
  cell: (it) => <Time at={it.created_at} precision="second" />,
};

/** Columns of deliveries to one endpoint. */
export const COLUMNS_OF_ENDPOINT = [EVENT, ...OUTCOME, CREATED];

/** Columns of deliveries to several endpoints. */
export function columnsWith(endpoints: readonly WebhookEndpoint[]): readonly Column<WebhookDelivery>[] {
  const endpoint: Column<WebhookDelivery> = {
    title: 'Endpoint',
    cell: (it) => {
      const found = endpoints.find(({ id }) => id === it.webhook_endpoint_id);
      if (found === undefined) return <span className="text-muted">deleted</span>;
      return (
        <Link to="/endpoints/$id" params={{ id: found.id }} className="break-all">
          {nameOf(found)}
        </Link>
      );
    },
    minor: true,
  };
  return [EVENT, ...OUTCOME, endpoint, CREATED];
}
