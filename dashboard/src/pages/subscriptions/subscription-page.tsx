import type { Subscription } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Alert, Card, PageTitle } from '../../ui/layout';
import { Time } from '../../ui/time';
import { CurrentUsageBars } from '../customers/current-usage';
import { InvoiceTable } from '../invoices/invoice-table';
import { PeriodsCard } from './periods-card';
import { subscriptionRoute } from './routes';
import { SubscriptionActions } from './subscription-actions';
import { SubscriptionDetails } from './subscription-details';
import { SubscriptionState } from './subscription-state';
import { ThresholdsCard } from './thresholds-card';

export function SubscriptionPage() {
  const { id } = subscriptionRoute.useParams();
  const { data: subscription, error } = useLive(['subscription', id], (signal) =>
    billing.subscriptions.get(id, { signal }),
  );
  if (subscription === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  return (
    <>
      <PageTitle
        title={subscription.name ?? subscription.external_id}
        hint={<SubscriptionState of={subscription} />}
      >
        <SubscriptionActions subscription={subscription} />
      </PageTitle>
      <div className="flex flex-col gap-4">
        <BillingErrorAlert of={subscription} />
        <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
          <div className="flex min-w-0 flex-col gap-4">
            {subscription.status === 'active' && <UsageCard subscription={subscription} />}
            <InvoicesCard subscription={subscription} />
            <ThresholdsCard subscription={subscription} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <SubscriptionDetails subscription={subscription} />
            {subscription.started_at !== null && <PeriodsCard subscription={subscription} />}
          </div>
        </div>
      </div>
    </>
  );
}

function BillingErrorAlert({ of: { billing_error: it } }: { of: Subscription }) {
  if (it === null) return null;
  return (
    <Alert>
      Billing has failed since <Time at={it.since} />: {it.message} The next attempt is at{' '}
      <Time at={it.next_retry_at} />.
    </Alert>
  );
}

function UsageCard({ subscription }: { subscription: Subscription }) {
  return (
    <Card
      title="Usage of the current period"
      action={
        <Link to="/usage" search={{ external_subscription_id: subscription.external_id }}>
          Events
        </Link>
      }
    >
      <CurrentUsageBars
        subscription={subscription}
        empty={<p className="text-muted">The plan has no charges for usage.</p>}
      />
    </Card>
  );
}

function InvoicesCard({ subscription: { id } }: { subscription: Subscription }) {
  const { data } = useLive(['subscription', id, 'invoices'], async (signal) => {
    const page = await billing.invoices.list({ subscription_id: id, limit: 10 }, { signal });
    return { items: page.items, totalCount: page.totalCount };
  });
  return (
    <Card
      title="Invoices"
      action={
        <Link to="/invoices" search={{ subscription_id: id }}>
          All {data?.totalCount ?? ''} invoices
        </Link>
      }
    >
      {data !== undefined && data.totalCount === 0 ? (
        <p className="text-muted">
          No invoices yet. The first one comes when a billing period ends, or at the start if the plan is paid
          in advance.
        </p>
      ) : (
        <InvoiceTable label="Invoices of the subscription" rows={data?.items ?? []} />
      )}
    </Card>
  );
}
