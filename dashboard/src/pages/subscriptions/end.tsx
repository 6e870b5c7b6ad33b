import type { Schemas } from '@billing-service/sdk';
import { change } from '../../api/client';
import { EditDialog } from '../../forms/edit-dialog';
import type { FieldSpec } from '../../forms/fields';
import { Confirm, Time, toast } from '../../ui';

interface EndSubscriptionProps {
  subscription: Schemas['Subscription'];
  /** Now, instead of at the end of the billing period. */
  isAtOnce: boolean;
  onClose: () => void;
}

const FIELDS: readonly FieldSpec[] = [
  {
    kind: 'select',
    name: 'on_termination_action',
    label: 'What has been used',
    required: true,
    options: [
      { value: 'generate_invoice', label: 'Bill it with a last invoice' },
      { value: 'skip', label: 'Do not bill it' },
    ],
  },
];

/** Ends a subscription. */
export function EndSubscription({ subscription, isAtOnce, onClose }: EndSubscriptionProps) {
  const path = { id: subscription.id };
  const { current_period: period } = subscription;
  if (!isAtOnce) {
    return (
      <Confirm
        title="Cancel the subscription?"
        action="Cancel the subscription"
        onClose={onClose}
        onConfirm={async () => {
          await change('post', '/v1/subscriptions/{id}/cancel', { path });
          toast('The subscription ends with its period.');
        }}
      >
        It goes on until the end of its billing period
        {period !== null && (
          <>
            , <Time at={period.to} />
          </>
        )}
        . Until then you can change your mind.
      </Confirm>
    );
  }
  return (
    <EditDialog
      title="Terminate now"
      fields={FIELDS}
      record={{ on_termination_action: subscription.on_termination_action }}
      action="Terminate"
      onSubmit={({ on_termination_action: action }) =>
        change('delete', '/v1/subscriptions/{id}', { path, query: { on_termination_action: String(action) } })
      }
      onSaved={() => toast('The subscription has ended.')}
      onClose={onClose}
    />
  );
}
