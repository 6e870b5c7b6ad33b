import type { Plan, Subscription } from '@billing-service/sdk';
import { versionOf } from '@billing-service/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlans } from '../../api/choices';
import { billing } from '../../api/client';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { textOf } from '../../ui/form/fields';
import { Form } from '../../ui/form/form';
import { Alert } from '../../ui/layout';
import { PlanChangePreviewView } from './plan-change-preview';
import { planOption } from './subscription-fields';

/** Changes the plan: shows the bill of the change first. */
export function ChangePlan({ subscription }: { subscription: Subscription }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change plan</Button>
      <Dialog
        title="Change plan"
        description="A plan that costs at least as much a year takes over at once, a cheaper one when the billing period ends."
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <ChangePlanForm subscription={subscription} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** Returns the plans that a subscription can change to: those of its currency, and its own if that has a newer version. */
export function plansToChangeTo(subscription: Subscription, plans: readonly Plan[]): readonly Plan[] {
  const { plan_id: current, plan_version: version, currency, status } = subscription;
  return plans.filter(
    (it) => (status === 'pending' || it.currency === currency) && (it.id !== current || it.version > version),
  );
}

function ChangePlanForm({ subscription, onDone }: { subscription: Subscription; onDone: () => void }) {
  const { id, plan_id: current } = subscription;
  const isPending = subscription.status === 'pending';
  const [planId, setPlanId] = useState('');
  const choices = plansToChangeTo(subscription, usePlans() ?? []);
  const preview = usePreview(id, isPending ? '' : planId);
  if (choices.length === 0) {
    return <p>There is no other plan in {subscription.currency}, and no newer version of this plan.</p>;
  }
  return (
    <Form
      fields={[
        {
          name: 'plan_id',
          label: 'New plan',
          kind: 'select',
          options: [
            ['', 'Choose a plan'],
            ...choices.map((it): [string, string] => {
              const [value, label] = planOption(it);
              return [value, it.id === current ? `Newest version: ${label}` : label];
            }),
          ],
        },
      ]}
      submit={preview.data?.change === 'downgrade' ? 'Schedule the change' : 'Change the plan now'}
      canSubmit={planId !== '' && (isPending || preview.data !== undefined)}
      onChange={(values) => setPlanId(textOf(values, 'plan_id'))}
      send={(body) => billing.subscriptions.update(id, body, { ifMatch: preview.version })}
      onDone={onDone}
    >
      {isPending && planId !== '' && (
        <p>The subscription has not started. It changes at once, and nothing is billed.</p>
      )}
      {preview.error !== null && <Alert>{preview.error.message}</Alert>}
      {preview.data !== undefined && <PlanChangePreviewView preview={preview.data} />}
    </Form>
  );
}

/** Returns the preview of a change to a plan, with the version of the subscription that it holds for. */
function usePreview(id: string, planId: string) {
  const { data, error } = useQuery({
    queryKey: ['edited', 'plan change', id, planId],
    queryFn: async ({ signal }) => {
      const subscription = await billing.subscriptions.get(id, { signal });
      const preview = await billing.subscriptions.previewPlanChange(id, { plan_id: planId }, { signal });
      return { preview, version: versionOf(subscription) };
    },
    enabled: planId !== '',
    refetchInterval: false,
    gcTime: 0,
  });
  return { data: data?.preview, version: data?.version, error };
}
