import type { Subscription } from '@billing-service/sdk';
import { Amount } from '../../ui/amount';
import { CopyButton } from '../../ui/copyable';
import { Card, Facts } from '../../ui/layout';
import { Time } from '../../ui/time';
import { CustomerLink } from '../customers/customer-link';
import { PlanName } from './subscription-state';

/** The terms of a subscription, its dates, and the changes that are planned. */
export function SubscriptionDetails({ subscription: it }: { subscription: Subscription }) {
  const at = (instant: string | null) => instant !== null && <Time at={instant} />;
  return (
    <Card title="Details">
      <Facts
        of={[
          ['Customer', <CustomerLink key="customer" id={it.customer_id} />],
          ['External ID', <ExternalId key="id" id={it.external_id} />],
          [
            'Plan',
            <span key="plan">
              <PlanName id={it.plan_id} />, version {it.plan_version}
            </span>,
          ],
          [
            'Price',
            <span key="price">
              <Amount cents={it.amount_cents} currency={it.currency} /> {it.interval}
            </span>,
          ],
          ['Plan of the next period', it.next_plan_id !== null && <NextPlan subscription={it} />],
          [
            'Billing periods',
            it.billing_time === 'calendar' ? 'By the calendar' : 'From the day of its start',
          ],
          [it.started_at === null ? 'Starts' : 'Started', at(it.started_at ?? it.subscription_at)],
          [
            it.trial_ended_at === null ? 'Trial until' : 'Trial ended',
            at(it.trial_ended_at ?? it.trial_ends_at),
          ],
          ['Canceled', at(it.canceled_at)],
          ['Cancellation takes effect', at(it.cancels_at)],
          ['Ends', at(it.ending_at)],
          ['Terminated', at(it.terminated_at)],
          ['Last invoice', it.on_termination_action === 'skip' ? 'Not if terminated' : 'When it ends'],
          ['Created', at(it.created_at)],
        ]}
      />
    </Card>
  );
}

function ExternalId({ id }: { id: string }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <code className="break-all">{id}</code>
      <CopyButton text={id} label="external ID" />
    </span>
  );
}

function NextPlan({
  subscription: { next_plan_id: next, plan_id: current },
}: {
  subscription: Subscription;
}) {
  if (next === current) return 'A newer version of the same plan';
  return next !== null && <PlanName id={next} />;
}
