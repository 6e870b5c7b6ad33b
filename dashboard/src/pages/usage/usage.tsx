import { useSearch } from '@tanstack/react-router';
import { Zap } from 'lucide-react';
import { useState } from 'react';
import { change } from '../../api/client';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { Badge, Button, Card, Code, Empty, ListView, Page, Time, toast } from '../../ui';
import { SearchField } from '../../ui/search-field';
import { SubscriptionName } from '../shared/names';
import { useMetricOptions } from '../shared/options';

/** Usage events as they arrive. */
export function UsagePage() {
  const [isSending, setSending] = useState(false);
  const { q: subscription } = useSearch({ strict: false });
  const send = useScope('events:write') && (
    <Button kind="primary" onClick={() => setSending(true)}>
      Send an event
    </Button>
  );
  return (
    <Page title="Usage events" subtitle="Each is counted exactly once per transaction id." actions={send}>
      <SearchField label="External id of a subscription" />
      <Card padded={false}>
        <ListView
          label="Usage events"
          path="/v1/events"
          query={{ external_subscription_id: subscription }}
          empty={
            <Empty title="No usage events" icon={Zap} action={send}>
              Your service reports what customers consume with POST /v1/events. Each event names a metric, a
              subscription, and a transaction id of its own.
            </Empty>
          }
          columns={[
            { title: 'Time', cell: (it) => <Time at={it.timestamp} /> },
            { title: 'Metric', cell: (it) => <Code>{it.code}</Code> },
            { title: 'Subscription', cell: (it) => <SubscriptionName id={it.subscription_id} /> },
            { title: 'Transaction', cell: (it) => <Code>{it.transaction_id}</Code>, isMinor: true },
            {
              title: 'Properties',
              cell: (it) => <Code>{JSON.stringify(it.properties)}</Code>,
              isMinor: true,
            },
            {
              title: 'Charged',
              cell: (it) => (
                <span className="flex gap-1">
                  {it.charged === false && (
                    <Badge tone="warn">{(it.uncharged_reason ?? '').replaceAll('_', ' ')}</Badge>
                  )}
                  {it.charged === true && <Badge tone="good">charged</Badge>}
                  {it.late && <Badge tone="warn">late</Badge>}
                </span>
              ),
            },
          ]}
        />
      </Card>
      {isSending && <SendEvent onClose={() => setSending(false)} />}
    </Page>
  );
}

function SendEvent({ onClose }: { onClose: () => void }) {
  const metrics = useMetricOptions();
  const send = ({ properties, ...rest }: Record<string, unknown>) => {
    const pairs = Object.entries(properties as Record<string, string>);
    const typed = pairs.map(([key, value]) => [
      key,
      value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value,
    ]);
    return change('post', '/v1/events', {
      body: { ...rest, properties: Object.fromEntries(typed) as object },
    });
  };
  return (
    <EditDialog
      title="Send a usage event"
      fields={[
        { kind: 'select', name: 'code', label: 'Metric', options: metrics },
        {
          kind: 'text',
          name: 'external_subscription_id',
          label: 'Subscription',
          required: true,
          hint: 'Its external id.',
        },
        {
          kind: 'text',
          name: 'transaction_id',
          label: 'Transaction id',
          required: true,
          hint: 'The same id twice counts once.',
        },
        { kind: 'instant', name: 'timestamp', label: 'Time', hint: 'Now if empty.' },
        {
          kind: 'pairs',
          name: 'properties',
          label: 'Properties',
          hint: 'One "key: value" a line, such as calls: 250.',
        },
      ]}
      record={{ transaction_id: crypto.randomUUID() }}
      action="Send"
      onSubmit={send}
      onSaved={() => toast('The event is counted.')}
      onClose={onClose}
    />
  );
}
