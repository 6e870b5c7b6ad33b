import type { Plan } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Card, Facts } from '../../ui/layout';

/** How many subscriptions are on a plan, in all of its versions. */
export function SubscriptionsCard({ plan }: { plan: Plan }) {
  const { data } = useLive(['plan', plan.id, 'subscriptions'], async (signal) => {
    const query = { plan_id: plan.id, limit: 1 };
    const [active, pending, all] = await Promise.all([
      billing.subscriptions.list({ ...query, status: 'active' }, { signal }),
      billing.subscriptions.list({ ...query, status: 'pending' }, { signal }),
      billing.subscriptions.list(query, { signal }),
    ]);
    return { active: active.totalCount, pending: pending.totalCount, all: all.totalCount };
  });
  return (
    <Card title="Subscriptions">
      {data?.all === 0 ? (
        <p className="text-muted">No customer has subscribed to this plan yet.</p>
      ) : (
        <Facts
          of={[
            ['Active', data?.active.toLocaleString()],
            ['Pending', data?.pending.toLocaleString()],
            ['All, with ended ones', data?.all.toLocaleString()],
          ]}
        />
      )}
    </Card>
  );
}
