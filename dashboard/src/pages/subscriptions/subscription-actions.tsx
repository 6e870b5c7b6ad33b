import type { Subscription } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useOrganization } from '../../api/hooks';
import { ConfirmButton } from '../../ui/confirm';
import { EditButton } from '../../ui/form/edit-button';
import type { Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';
import { Time } from '../../ui/time';
import { ChangePlan } from './change-plan';
import { editSubscriptionFields } from './subscription-fields';

/** The actions that the state of a subscription allows. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { id, status } = subscription;
  const timeZone = useOrganization()?.timezone ?? 'UTC';
  if (status !== 'active' && status !== 'pending') return null;
  return (
    <>
      {status === 'pending' && (
        <ConfirmButton label="Start now" look="primary" act={() => billing.subscriptions.activate(id)}>
          The subscription starts now instead of at <Time at={subscription.subscription_at} />. A plan that is
          paid in advance is billed at once.
        </ConfirmButton>
      )}
      <EditButton
        title="Edit subscription"
        fields={editSubscriptionFields(timeZone)}
        load={() => billing.subscriptions.get(id)}
        send={(body, options) => billing.subscriptions.update(id, body, options)}
      />
      <ChangePlan subscription={subscription} />
      <WithdrawPlanChange subscription={subscription} />
      <Cancel subscription={subscription} />
      {status === 'active' && <Terminate subscription={subscription} />}
    </>
  );
}

function WithdrawPlanChange({ subscription }: { subscription: Subscription }) {
  const { id, plan_id: current, next_plan_id: next } = subscription;
  if (next === null || next === current) return null;
  return (
    <ConfirmButton
      label="Withdraw plan change"
      act={() => billing.subscriptions.update(id, { plan_id: current })}
    >
      The subscription stays on its current plan when the billing period ends.
    </ConfirmButton>
  );
}

function Cancel({ subscription: { id, status, cancels_at: at, current_period: period } }: Props) {
  if (at !== null) {
    return (
      <ConfirmButton label="Withdraw cancellation" act={() => billing.subscriptions.withdrawCancellation(id)}>
        The subscription continues as if it had not been canceled.
      </ConfirmButton>
    );
  }
  return (
    <ConfirmButton label="Cancel subscription" look="danger" act={() => billing.subscriptions.cancel(id)}>
      {status === 'pending' || period === null ? (
        'The subscription will never start. This cannot be undone.'
      ) : (
        <>
          The subscription ends with its billing period, on <Time at={period.to} />, and a last invoice. Until
          then it stays active, and you can withdraw the cancellation.
        </>
      )}
    </ConfirmButton>
  );
}

interface Props {
  subscription: Subscription;
}

function Terminate({ subscription }: Props) {
  const fields: readonly Field[] = [
    {
      name: 'on_termination_action',
      label: 'Last invoice',
      kind: 'select',
      initial: subscription.on_termination_action,
      options: [
        ['generate_invoice', 'Bill the price and the usage until now'],
        ['skip', 'Create none; the usage of this billing period is not billed'],
      ],
    },
    {
      name: 'on_termination_credit_note',
      label: 'Unused days that were billed in advance',
      kind: 'select',
      initial: 'offset',
      options: [
        ['offset', 'Reduce what is due on their invoice; the rest is credit'],
        ['refund', 'Refund what was paid for them'],
        ['credit', 'Give credit for later invoices'],
        ['skip', 'Give nothing back'],
      ],
      help: 'Has no effect if there is nothing to give back.',
    },
  ];
  return (
    <FormButton
      label="Terminate now"
      look="danger"
      description="The subscription ends at once, and today is the last day that is billed. This cannot be undone. To end it with its billing period, cancel it instead."
      fields={fields}
      send={(body) => billing.subscriptions.terminate(subscription.id, body)}
    />
  );
}
