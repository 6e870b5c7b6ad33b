import type { UsageEvent } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyButton } from '../../ui/copyable';
import { Dialog } from '../../ui/dialog';
import { Badge, Facts } from '../../ui/layout';
import { Time } from '../../ui/time';
import { CustomerLink } from '../customers/customer-link';
import { EXPLANATIONS, reasonOf } from './reasons';

/** Opens a usage event in a window. */
export function EventButton({ event }: { event: UsageEvent }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="max-w-48 truncate text-accent hover:underline md:max-w-72"
      >
        {event.transaction_id}
      </button>
      <Dialog title="Usage event" isOpen={isOpen} onClose={() => setOpen(false)}>
        <EventDetails event={event} />
      </Dialog>
    </>
  );
}

function EventDetails({ event }: { event: UsageEvent }) {
  const { subscription_id: id, external_subscription_id: externalId, transaction_id: transaction } = event;
  return (
    <div className="flex flex-col gap-3">
      <Facts
        of={[
          [
            'Transaction ID',
            <span key="id" className="flex flex-wrap items-center gap-2">
              <code className="break-all">{transaction}</code>
              <CopyButton text={transaction} label="transaction ID" />
            </span>,
          ],
          ['Metric', <code key="code">{event.code}</code>],
          ['Customer', <CustomerLink key="customer" id={event.customer_id} />],
          [
            'Subscription',
            <Link key="subscription" to="/subscriptions/$id" params={{ id }}>
              {externalId ?? 'The only active one of the customer'}
            </Link>,
          ],
          ['Time', <Time key="time" at={event.timestamp} precision="second" />],
          ['Arrived', <Time key="arrived" at={event.created_at} precision="second" />],
          [
            'Charged',
            event.charged ? (
              <Badge tone="good">charged</Badge>
            ) : (
              <>
                <Badge tone="warn">{reasonOf(event)}</Badge> {EXPLANATIONS[event.not_charged_reason ?? '']}
              </>
            ),
          ],
        ]}
      />
      <section aria-label="Properties of the event">
        <h3 className="font-semibold">Properties</h3>
        <pre tabIndex={0} className="mt-1 max-h-80 overflow-auto rounded-md bg-page p-3">
          {JSON.stringify(event.properties, null, 2)}
        </pre>
      </section>
    </div>
  );
}
