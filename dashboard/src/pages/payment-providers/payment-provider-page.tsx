import type { ListProviderNotificationsQuery, ProviderNotification } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { Badge, Empty, PageTitle } from '../../ui/layout';
import { FilterTabs } from '../../ui/filters';
import { List } from '../../ui/list';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { NotificationButton } from './notification';
import { providerOf } from './providers';
import { paymentProviderRoute } from './routes';

const COLUMNS: readonly Column<ProviderNotification>[] = [
  { title: 'Event', cell: (it) => <code className="break-all">{it.event_type ?? 'unknown'}</code> },
  {
    title: 'Status',
    cell: (it) => (
      <span className="flex flex-wrap gap-1">
        <Badge>{it.status}</Badge>
        {it.needs_review && <Badge tone="warn">needs review</Badge>}
      </span>
    ),
  },
  { title: 'Effect or reason', cell: (it) => it.effect ?? it.reason, minor: true },
  { title: 'Received', cell: (it) => <Time at={it.created_at} precision="second" />, minor: true },
  { title: 'Actions', cell: (it) => <NotificationButton notification={it} /> },
];

export function PaymentProviderPage() {
  const { provider } = paymentProviderRoute.useParams();
  const search = paymentProviderRoute.useSearch();
  const { name } = providerOf(provider);
  const filter = {
    ...(search.needs_review === 'true' ? { needs_review: true } : {}),
    status: search.status as ListProviderNotificationsQuery['status'],
    payment_id: search.payment_id,
  };
  return (
    <>
      <PageTitle
        title={`Notifications from ${name}`}
        hint={<Link to="/payment-providers">All payment providers</Link>}
      />
      <FilterTabs
        name="status"
        search={search}
        options={[
          ['', 'All'],
          ['processed', 'Processed'],
          ['ignored', 'Ignored'],
          ['failed', 'Failed'],
          ['held', 'Held'],
          ['received', 'Received'],
        ]}
      />
      <FilterTabs
        name="needs_review"
        search={search}
        options={[
          ['', 'With and without review'],
          ['true', 'Needs review'],
        ]}
      />
      <List
        label={`Notifications from ${name}`}
        search={search}
        load={(query, signal) =>
          billing.paymentProviders.listNotifications(provider, { ...query, ...filter }, { signal })
        }
        keyOf={(it) => it.id}
        columns={COLUMNS}
        empty={
          <Empty title="No notifications">
            Enter the webhook URL of the connection at {name}. Every notification with a valid signature is
            listed here, with its effect.
          </Empty>
        }
      />
    </>
  );
}
