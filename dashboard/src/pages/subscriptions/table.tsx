import type { Schemas } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Query } from '../../api/client';
import { useSession } from '../../api/session';
import { formatLastDay } from '../../lib/dates';
import { Badge, Empty, ListView, Money, Status, type Column } from '../../ui';
import { CustomerName, PlanName } from '../shared/names';

type Subscription = Schemas['Subscription'];

const NAME: Column<Subscription> = {
  title: 'Subscription',
  cell: (it) => (
    <Link to="/subscriptions/$id" params={{ id: it.id }} className="font-medium text-link hover:underline">
      {it.name ?? it.external_id}
    </Link>
  ),
};
const CUSTOMER: Column<Subscription> = {
  title: 'Customer',
  cell: (it) => <CustomerName id={it.customer_id} />,
};
const OTHERS: readonly Column<Subscription>[] = [
  { title: 'Plan', cell: (it) => <PlanName id={it.plan_id} /> },
  {
    title: 'Status',
    cell: (it) => (
      <span className="flex flex-wrap gap-1">
        <Status of={it.status} />
        {it.cancels_at !== null && <Badge tone="warn">ends</Badge>}
        {it.billing_error !== null && <Badge tone="bad">billing error</Badge>}
      </span>
    ),
  },
  {
    title: 'Period ends',
    cell: (it) => (it.current_period === null ? '–' : <LastDay end={it.current_period.to} />),
    isMinor: true,
  },
  { title: 'Price', cell: (it) => <Money cents={it.amount_cents} currency={it.currency} />, isNumber: true },
];

/** The last day of a period, in the time zone of the organization. */
function LastDay({ end }: { end: string }) {
  const { timezone } = useSession().organization;
  return <span className="num whitespace-nowrap">{formatLastDay(end, timezone)}</span>;
}

interface SubscriptionTableProps {
  query: Query;
  ofCustomer?: boolean;
  action?: ReactNode;
}

/** A list of subscriptions; without the column of the customer on the customer's own page. */
export function SubscriptionTable({ query, ofCustomer = false, action }: SubscriptionTableProps) {
  return (
    <ListView
      label="Subscriptions"
      path="/v1/subscriptions"
      query={query}
      cursor="subscriptions"
      columns={ofCustomer ? [NAME, ...OTHERS] : [NAME, CUSTOMER, ...OTHERS]}
      empty={
        <Empty title="No subscriptions" icon={Repeat} action={action}>
          A subscription connects a customer with a plan. Its invoices are made by themselves at the end of
          each billing period.
        </Empty>
      }
    />
  );
}
