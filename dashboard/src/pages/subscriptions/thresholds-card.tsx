import type { CreateUsageThreshold, Subscription, UsageThreshold } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { ConfirmButton } from '../../ui/confirm';
import type { Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';
import { Card } from '../../ui/layout';

/** The subscription's own usage thresholds; without them, those of its plan, which count then. */
export function ThresholdsCard({ subscription }: { subscription: Subscription }) {
  const { id, plan_id: planId, status } = subscription;
  const isOpen = status === 'active' || status === 'pending';
  const { data } = useLive(['subscription', id, 'thresholds', planId], async (signal) => {
    const [own, ofPlan] = await Promise.all([
      billing.subscriptions.listThresholds(id, {}, { signal }),
      billing.plans.listThresholds(planId, {}, { signal }),
    ]);
    return { own: own.items, ofPlan: ofPlan.items };
  });
  const counting = data === undefined ? [] : data.own.length > 0 ? data.own : data.ofPlan;
  return (
    <Card title="Usage thresholds" action={isOpen && <AddThreshold subscription={subscription} />}>
      {data !== undefined && counting.length === 0 && (
        <p className="text-muted">
          No thresholds. A webhook tells you when the usage of a billing period reaches a threshold.
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {counting.map((it) => (
          <Threshold key={it.id} threshold={it} />
        ))}
      </ul>
      {data !== undefined && data.own.length > 0 && data.ofPlan.length > 0 && (
        <p className="mt-2 text-muted">
          These replace the {data.ofPlan.length === 1 ? 'threshold' : `${data.ofPlan.length} thresholds`} of
          the plan.
        </p>
      )}
    </Card>
  );
}

function Threshold({ threshold: it }: { threshold: UsageThreshold }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span>
        {it.threshold_display_name !== null && `${it.threshold_display_name}: `}
        {it.recurring && 'every '}
        <Amount cents={it.amount_cents} currency={it.currency} />
        {it.plan_id !== null && <span className="text-muted"> · of the plan</span>}
      </span>
      {it.plan_id === null && (
        <ConfirmButton label="Delete" look="danger" act={() => billing.usageThresholds.delete(it.id)}>
          The threshold is no longer checked. If it is the last one of the subscription, the thresholds of the
          plan count again.
        </ConfirmButton>
      )}
    </li>
  );
}

function AddThreshold({ subscription: { id, currency } }: { subscription: Subscription }) {
  const fields: readonly Field[] = [
    {
      name: 'amount_cents',
      label: 'Usage of a billing period, before taxes',
      kind: 'amount',
      currency: () => currency,
      required: true,
    },
    { name: 'threshold_display_name', label: 'Name', placeholder: 'Ask the customer to upgrade' },
    {
      name: 'recurring',
      label: 'Again at every multiple of the amount',
      kind: 'checkbox',
    },
  ];
  return (
    <FormButton
      label="Add threshold"
      description="The thresholds of a subscription replace those of its plan."
      fields={fields}
      send={(body) => billing.subscriptions.addThreshold(id, body as unknown as CreateUsageThreshold)}
    />
  );
}
