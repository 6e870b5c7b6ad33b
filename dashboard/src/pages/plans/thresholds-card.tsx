import type { CreateUsageThreshold, Plan, UsageThreshold } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { ConfirmButton } from '../../ui/confirm';
import type { Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';
import { Card } from '../../ui/layout';

/** Amounts of usage whose crossing sends a webhook. */
export function ThresholdsCard({ plan }: { plan: Plan }) {
  const { data } = useLive(['plan', plan.id, 'thresholds'], async (signal) => {
    const page = await billing.plans.listThresholds(plan.id, {}, { signal });
    return page.items.toSorted((a, b) => a.amount_cents - b.amount_cents);
  });
  return (
    <Card title="Usage thresholds" action={<NewThreshold plan={plan} />}>
      {data?.length === 0 && (
        <p className="text-muted">
          No thresholds. When the usage of a billing period reaches a threshold, the webhook
          usage_threshold.crossed is sent.
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {data?.map((it) => (
          <Threshold key={it.id} threshold={it} />
        ))}
      </ul>
    </Card>
  );
}

function Threshold({ threshold }: { threshold: UsageThreshold }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span>
        {threshold.recurring && 'Every '}
        <Amount cents={threshold.amount_cents} currency={threshold.currency} />
        {threshold.threshold_display_name !== null && (
          <span className="block text-muted">{threshold.threshold_display_name}</span>
        )}
      </span>
      <ConfirmButton label="Delete" look="danger" act={() => billing.usageThresholds.delete(threshold.id)}>
        Usage that reaches this amount is no longer reported. Crossings that were reported stay.
      </ConfirmButton>
    </li>
  );
}

function NewThreshold({ plan }: { plan: Plan }) {
  const fields: readonly Field[] = [
    {
      name: 'amount_cents',
      label: 'Usage before taxes',
      kind: 'amount',
      required: true,
      currency: () => plan.currency,
    },
    { name: 'threshold_display_name', label: 'Name', placeholder: 'Soft limit' },
    {
      name: 'recurring',
      label: 'At every multiple',
      kind: 'checkbox',
      help: 'Reported again each time the usage reaches a multiple of the amount.',
    },
  ];
  return (
    <FormButton
      label="New threshold"
      submit="Add threshold"
      description="Applies to all subscriptions of the plan that have no thresholds of their own."
      fields={fields}
      send={(body) => billing.plans.addThreshold(plan.id, body as unknown as CreateUsageThreshold)}
    />
  );
}
