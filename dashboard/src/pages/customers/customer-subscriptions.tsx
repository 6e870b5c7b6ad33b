import type { Customer, Subscription } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { Card } from '../../ui/layout';
import { Time } from '../../ui/time';
import { NewSubscription } from '../subscriptions/new-subscription';
import { SubscriptionState } from '../subscriptions/subscription-state';
import { CurrentUsageBars } from './current-usage';

/** Subscriptions of a customer, each with its usage of the current billing period. */
export function SubscriptionsCard({ customer }: { customer: Customer }) {
  const { data } = useLive(['customer', customer.id, 'subscriptions'], async (signal) => {
    const page = await billing.subscriptions.list({ customer_id: customer.id, limit: 20 }, { signal });
    return page.items;
  });
  return (
    <Card title="Subscriptions" action={<NewSubscription customerId={customer.id} />}>
      {data?.length === 0 && (
        <p className="text-muted">
          No subscriptions. A subscription puts the customer on a plan and bills every period.
        </p>
      )}
      <ul className="flex flex-col gap-4">
        {data?.map((it) => (
          <li key={it.id} className="border-line not-first:border-t not-first:pt-4">
            <SubscriptionSummary subscription={it} />
            {it.status === 'active' && <CurrentUsageBars subscription={it} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function SubscriptionSummary({ subscription }: { subscription: Subscription }) {
  const { external_id: externalId, name, interval, current_period: period } = subscription;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-2">
      <span className="flex flex-wrap items-baseline gap-2">
        <Link to="/subscriptions/$id" params={{ id: subscription.id }} className="font-medium">
          {name ?? externalId}
        </Link>
        <SubscriptionState of={subscription} />
      </span>
      <span className="text-muted">
        <Amount cents={subscription.amount_cents} currency={subscription.currency} /> {interval}
        {period !== null && (
          <>
            {' · until '}
            <Time at={period.to} precision="day" />
          </>
        )}
      </span>
    </div>
  );
}
