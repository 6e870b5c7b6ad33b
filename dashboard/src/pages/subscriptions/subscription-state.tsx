import type { Subscription } from '@billing-service/sdk';
import { usePlans } from '../../api/choices';
import { Badge } from '../../ui/layout';

export function PlanName({ id }: { id: string }) {
  return usePlans()?.find((it) => it.id === id)?.name ?? 'Plan';
}

/** The status, and what is planned or wrong. */
export function SubscriptionState({ of: it }: { of: Subscription }) {
  return (
    <span className="flex flex-wrap gap-1">
      <Badge>{it.status}</Badge>
      {it.cancels_at !== null && <Badge tone="warn">cancellation scheduled</Badge>}
      {it.next_plan_id !== null && <Badge tone="info">plan change scheduled</Badge>}
      {it.billing_error !== null && <Badge tone="bad">billing fails</Badge>}
    </span>
  );
}
