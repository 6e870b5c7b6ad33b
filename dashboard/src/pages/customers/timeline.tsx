import { Empty, Card, ListView, Time } from '../../ui';
import { ObjectLink } from '../shared/event-link';

/** Everything that happened to a customer, newest first. */
export function CustomerTimeline({ customerId }: { customerId: string }) {
  return (
    <Card title="Timeline" padded={false}>
      <ListView
        label="Timeline"
        path="/v1/customers/{id}/timeline"
        pathValues={{ id: customerId }}
        cursor="timeline"
        empty={<Empty title="Nothing has happened yet">Every event about the customer appears here.</Empty>}
        columns={[
          { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
          { title: 'Event', cell: (it) => <span className="font-mono text-[13px]">{it.webhook_type}</span> },
          { title: 'About', cell: (it) => <ObjectLink type={it.object_type} id={it.object_id} /> },
        ]}
      />
    </Card>
  );
}
