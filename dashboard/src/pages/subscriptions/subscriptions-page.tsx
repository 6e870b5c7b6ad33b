import type { ListSubscriptionsQuery, Subscription, WithCustomer } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { Amount } from '../../ui/amount';
import { Empty, PageTitle } from '../../ui/layout';
import { FilterTabs, FilterText } from '../../ui/filters';
import { List } from '../../ui/list';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { ListedCustomer } from '../customers/customer-link';
import { NewSubscription } from './new-subscription';
import { subscriptionsRoute } from './routes';
import { PlanName, SubscriptionState } from './subscription-state';

export function SubscriptionsPage() {
  const search = subscriptionsRoute.useSearch();
  const { status, plan_code, external_id, external_customer_id } = search;
  const filter = {
    status: status as ListSubscriptionsQuery['status'],
    plan_code,
    external_id,
    external_customer_id,
  };
  return (
    <>
      <PageTitle title="Subscriptions">
        <NewSubscription look="primary" />
      </PageTitle>
      <FilterTabs
        name="status"
        search={search}
        options={[
          ['', 'All'],
          ['pending', 'Pending'],
          ['active', 'Active'],
          ['canceled', 'Canceled'],
          ['terminated', 'Terminated'],
        ]}
      />
      <div className="flex flex-wrap gap-x-3">
        <FilterText name="external_id" label="External ID" search={search} />
        <FilterText name="plan_code" label="Plan code" search={search} />
        <FilterText name="external_customer_id" label="External ID of the customer" search={search} />
      </div>
      <List
        label="Subscriptions"
        search={search}
        load={(query, signal) =>
          billing.subscriptions.list({ ...query, ...filter, include: 'customer' }, { signal })
        }
        keyOf={(it) => it.id}
        columns={COLUMNS}
        empty={
          <Empty title="No subscriptions">
            A subscription puts a customer on a plan, and bills its price and usage every period. Create a
            customer and a plan first.
          </Empty>
        }
      />
    </>
  );
}

const COLUMNS: readonly Column<Subscription & WithCustomer>[] = [
  {
    title: 'Subscription',
    cell: (it) => (
      <Link to="/subscriptions/$id" params={{ id: it.id }}>
        {it.name ?? it.external_id}
      </Link>
    ),
  },
  { title: 'Status', cell: (it) => <SubscriptionState of={it} /> },
  { title: 'Customer', cell: (it) => <ListedCustomer of={it} /> },
  { title: 'Plan', cell: (it) => <PlanName id={it.plan_id} />, minor: true },
  {
    title: 'Price',
    align: 'end',
    cell: (it) => (
      <>
        <Amount cents={it.amount_cents} currency={it.currency} /> {it.interval}
      </>
    ),
    minor: true,
  },
  {
    title: 'Period until',
    cell: (it) => it.current_period !== null && <Time at={it.current_period.to} precision="day" />,
    minor: true,
  },
];
