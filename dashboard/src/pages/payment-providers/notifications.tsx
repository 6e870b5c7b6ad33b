import type { Schemas } from '@billing-service/sdk';
import { change } from '../../api/client';
import { Badge, Button, Code, Empty, ListView, Status, Time, useAction } from '../../ui';

type Provider = Schemas['PaymentProvider'];

interface NotificationsProps {
  provider: Provider;
  mayManage: boolean;
}

/** What a provider notified, and what came of it. */
export function Notifications({ provider, mayManage }: NotificationsProps) {
  return (
    <ListView
      label={`Notifications of ${provider}`}
      path="/v1/payment_providers/{provider}/notifications"
      pathValues={{ provider }}
      cursor={`notifications-${provider}`}
      limit={10}
      empty={<Empty title="No notifications yet" />}
      columns={[
        { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
        { title: 'Type', cell: (it) => <Code>{it.event_type ?? '–'}</Code> },
        {
          title: 'Status',
          cell: (it) => (
            <span className="flex gap-1">
              <Status of={it.status} />
              {it.needs_review && <Badge tone="bad">to review</Badge>}
            </span>
          ),
        },
        { title: 'What happened', cell: (it) => it.effect ?? it.reason ?? '–', isMinor: true },
        { title: 'Action', cell: (it) => mayManage && <Reprocess provider={provider} id={it.id} /> },
      ]}
    />
  );
}

function Reprocess({ provider, id }: { provider: Provider; id: string }) {
  const { busy, run } = useAction(
    () =>
      change('post', '/v1/payment_providers/{provider}/notifications/{id}/reprocess', {
        path: { provider, id },
      }),
    'The notification has been processed again.',
  );
  return (
    <Button kind="quiet" busy={busy} onClick={run}>
      Process again
    </Button>
  );
}
