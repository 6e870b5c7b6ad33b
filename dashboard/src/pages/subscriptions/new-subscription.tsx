import type { CreateSubscription } from '@billing-service/sdk';
import { useNavigate } from '@tanstack/react-router';
import { usePlans } from '../../api/choices';
import { billing } from '../../api/client';
import { useOrganization } from '../../api/hooks';
import { FormButton } from '../../ui/form/form-button';
import { newSubscriptionFields } from './subscription-fields';

/** Subscribes a customer, which the form asks for unless it is given. */
export function NewSubscription({ customerId, look }: { customerId?: string; look?: 'primary' }) {
  const navigate = useNavigate();
  const plans = usePlans() ?? [];
  const timeZone = useOrganization()?.timezone ?? 'UTC';
  const customer = customerId === undefined ? {} : { customer_id: customerId };
  return (
    <FormButton
      label="New subscription"
      look={look}
      submit="Subscribe"
      fields={newSubscriptionFields(plans, timeZone, customerId !== undefined)}
      send={(body) => billing.subscriptions.create({ ...body, ...customer } as unknown as CreateSubscription)}
      onDone={({ id }) => {
        if (customerId === undefined) void navigate({ to: '/subscriptions/$id', params: { id } });
      }}
    />
  );
}
