import type { Schemas } from '@billing-service/sdk';
import { useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import { Code, Empty, ListView, Note, Time } from '../../ui';

interface FeeEventsProps {
  fee: Schemas['InvoiceFee'];
  invoice: Schemas['Invoice'];
}

/** The usage events behind a fee. */
export function FeeEvents({ fee, invoice }: FeeEventsProps) {
  const { subscription_id: id } = invoice;
  const mayRead = useScope('events:read');
  const mayReadSubscriptions = useScope('subscriptions:read');
  const subscription = useRecord('/v1/subscriptions/{id}', {
    path: { id: id ?? '' },
    enabled: id !== null && mayReadSubscriptions,
    every: false,
  });
  const { billable_metric_code: code, from, to } = fee;
  if (!mayRead) return <Note>The events need the scope events:read.</Note>;
  if (subscription.data === undefined || code === null || from === null || to === null) return null;
  return (
    <section aria-label={`Events of ${fee.description}`}>
      <h3 className="mb-2 font-medium">Usage events</h3>
      <div className="-mx-4">
        <ListView
          label={`Events of ${fee.description}`}
          path="/v1/events"
          query={{
            external_subscription_id: subscription.data.body.external_id,
            code,
            from,
            to,
            order_by: 'created_at:asc',
          }}
          cursor={`events-${fee.id}`}
          limit={10}
          empty={<Empty title="No events in this period" />}
          columns={[
            { title: 'Time', cell: (it) => <Time at={it.timestamp} /> },
            { title: 'Transaction', cell: (it) => <Code>{it.transaction_id}</Code> },
            {
              title: 'Properties',
              cell: (it) => <Code>{JSON.stringify(it.properties)}</Code>,
              isMinor: true,
            },
          ]}
        />
      </div>
    </section>
  );
}
