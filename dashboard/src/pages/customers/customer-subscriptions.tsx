import type { CreateSubscription, Customer, Subscription } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { FormButton } from '../../ui/form/form-button';
import type { Field } from '../../ui/form/fields';
import { Badge, Card } from '../../ui/layout';
import { Time } from '../../ui/time';
import { CurrentUsageBars } from './current-usage';

/** Subscriptions of a customer, each with its usage of the current billing period. */
export function SubscriptionsCard({ customer }: { customer: Customer }) {
  const { data } = useLive(['customer', customer.id, 'subscriptions'], async (signal) => {
    const page = await billing.subscriptions.list({ customer_id: customer.id, limit: 20 }, { signal });
    return page.items;
  });
  return (
    <Card title="Subscriptions" action={<NewSubscription customer={customer} />}>
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
  const { external_id: externalId, name, status, interval, current_period: period } = subscription;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-2">
      <span>
        <span className="font-medium">{name ?? externalId}</span> <Badge>{status}</Badge>
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

const FIELDS: readonly Field[] = [
  { name: 'plan_code', label: 'Plan code', required: true, placeholder: 'pro_monthly' },
  {
    name: 'external_id',
    label: 'External ID',
    required: true,
    placeholder: 'sub_1042',
    help: 'Your application reports usage for this ID.',
  },
  { name: 'name', label: 'Name' },
  {
    name: 'billing_time',
    label: 'Billing periods',
    kind: 'select',
    initial: 'calendar',
    options: [
      ['calendar', 'Begin with the calendar, such as on the first of the month'],
      ['anniversary', 'Begin on the day of the subscription'],
    ],
  },
];

function NewSubscription({ customer }: { customer: Customer }) {
  return (
    <FormButton
      label="New subscription"
      submit="Subscribe"
      fields={FIELDS}
      send={(body) =>
        billing.subscriptions.create({ ...body, customer_id: customer.id } as unknown as CreateSubscription)
      }
    />
  );
}
