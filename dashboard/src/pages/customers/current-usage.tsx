import type { Subscription } from '@billing-service/sdk';
import type { ReactNode } from 'react';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { formatMoney } from '../../ui/money';

/** Usage of the current billing period, measured against the thresholds of the subscription, else of its plan. */
export function CurrentUsageBars({
  subscription,
  empty = null,
}: {
  subscription: Subscription;
  /** Shown for a plan without charges. */
  empty?: ReactNode;
}) {
  const { id, customer_id: customerId, plan_id: planId } = subscription;
  const { data } = useLive(['subscription', id, 'usage'], async (signal) => {
    const [usage, own, ofPlan] = await Promise.all([
      billing.customers.getCurrentUsage(customerId, { subscription_id: id }, { signal }),
      billing.subscriptions.listThresholds(id, {}, { signal }),
      billing.plans.listThresholds(planId, {}, { signal }),
    ]);
    return {
      usage,
      // Its own thresholds replace those of the plan.
      thresholds: (own.items.length > 0 ? own.items : ofPlan.items).toSorted(
        (a, b) => a.amount_cents - b.amount_cents,
      ),
    };
  });
  if (data === undefined) return null;
  if (data.usage.charges.length === 0) return empty;
  const { usage, thresholds } = data;
  const scale = Math.max(usage.amount_cents, ...thresholds.map((it) => it.amount_cents), 1);
  return (
    <div className="mt-2">
      <ul className="flex flex-col gap-1.5">
        {usage.charges.map((it) => (
          <li key={`${it.billable_metric_code} ${it.charge_model}`}>
            <div className="flex justify-between gap-3">
              <span>
                {it.invoice_display_name ?? it.billable_metric_code}{' '}
                <span className="text-muted">
                  {it.units} units in {it.events_count} events
                </span>
              </span>
              <Amount cents={it.amount_cents} currency={usage.currency} />
            </div>
            <Bar part={it.amount_cents / scale} />
          </li>
        ))}
      </ul>
      {thresholds.length > 0 && (
        <p className="mt-1.5 text-muted">
          Usage of {formatMoney(usage.amount_cents, usage.currency)}. Thresholds:{' '}
          {thresholds
            .map((it) => {
              const isCrossed = usage.amount_cents >= it.amount_cents;
              return `${formatMoney(it.amount_cents, it.currency)}${isCrossed ? ' (crossed)' : ''}`;
            })
            .join(', ')}
        </p>
      )}
    </div>
  );
}

/** A bar whose value the text beside it says. */
function Bar({ part }: { part: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 2"
      preserveAspectRatio="none"
      className="mt-0.5 h-2 w-full rounded bg-page"
    >
      <rect width={Math.max(part * 100, 0.5)} height="2" className="fill-accent" />
    </svg>
  );
}
