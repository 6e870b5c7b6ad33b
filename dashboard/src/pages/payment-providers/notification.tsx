import type { ProviderNotification } from '@billing-service/sdk';
import { useState } from 'react';
import { billing } from '../../api/client';
import { useAction } from '../../api/hooks';
import { Button } from '../../ui/button';
import { Copyable } from '../../ui/copyable';
import { Dialog } from '../../ui/dialog';
import { Alert, Badge, Facts } from '../../ui/layout';
import { Time } from '../../ui/time';

/** A button that shows everything about a notification, and processes it again. */
export function NotificationButton({ notification }: { notification: ProviderNotification }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Details</Button>
      <Dialog
        title={notification.event_type ?? 'Notification'}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Details of={notification} />
      </Dialog>
    </>
  );
}

function Details({ of: it }: { of: ProviderNotification }) {
  const again = useAction((_: null) => billing.paymentProviders.reprocessNotification(it.provider, it.id));
  return (
    <div className="flex flex-col gap-4">
      {again.error !== null && <Alert>{again.error.message}</Alert>}
      <Facts
        of={[
          ['Status', <Badge key="status">{it.status}</Badge>],
          ['Needs review', it.needs_review && 'Yes'],
          ['Effect', it.effect],
          ['Reason', it.reason],
          ['Event ID', <Copyable key="event" text={it.event_id} label="the event ID" />],
          [
            'Payment',
            it.payment_id !== null && <Copyable text={it.payment_id} label="the ID of the payment" />,
          ],
          ['Occurred', it.occurred_at !== null && <Time at={it.occurred_at} precision="second" />],
          ['Received', <Time key="received" at={it.created_at} precision="second" />],
          ['Last processed', <Time key="processed" at={it.updated_at} precision="second" />],
        ]}
      />
      {it.status !== 'processed' && (
        <div>
          <p className="mb-2 text-muted">
            Process it again when the cause is resolved, for example after its payment has been registered.
          </p>
          <Button look="primary" disabled={again.isPending} onClick={() => again.mutate(null)}>
            {again.isPending ? 'Processing …' : 'Reprocess'}
          </Button>
        </div>
      )}
    </div>
  );
}
