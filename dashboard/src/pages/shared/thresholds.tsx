import { useState } from 'react';
import { change } from '../../api/client';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { Badge, Button, Card, Empty, ListView, Money, useAction } from '../../ui';

interface ThresholdsProps {
  owner: 'plan' | 'subscription';
  id: string;
  currency: string;
}

const PATHS = {
  plan: '/v1/plans/{id}/usage_thresholds',
  subscription: '/v1/subscriptions/{id}/usage_thresholds',
} as const;

/** Amounts of usage at which an event is sent. */
export function Thresholds({ owner, id, currency }: ThresholdsProps) {
  const [isAdding, setAdding] = useState(false);
  const mayRead = useScope('usage_thresholds:read');
  const mayWrite = useScope('usage_thresholds:write');
  if (!mayRead) return null;
  return (
    <Card
      title="Usage thresholds"
      padded={false}
      actions={mayWrite && <Button onClick={() => setAdding(true)}>Add a threshold</Button>}
    >
      <ListView
        label="Usage thresholds"
        path={PATHS[owner]}
        pathValues={{ id }}
        cursor="thresholds"
        empty={
          <Empty title="No thresholds">
            {owner === 'plan'
              ? 'When the usage of a billing period reaches a threshold, the event usage_threshold.crossed is sent.'
              : 'The thresholds of the plan apply. Those of the subscription itself would replace them.'}
          </Empty>
        }
        columns={[
          { title: 'Name', cell: (it) => it.threshold_display_name ?? '–' },
          {
            title: 'Amount',
            cell: (it) => <Money cents={it.amount_cents} currency={currency} />,
            isNumber: true,
          },
          { title: 'Recurring', cell: (it) => it.recurring && <Badge>at each multiple</Badge> },
          { title: 'Action', cell: (it) => mayWrite && <Remove id={it.id} /> },
        ]}
      />
      {isAdding && (
        <EditDialog
          title="Add a threshold"
          fields={[
            {
              kind: 'money',
              name: 'amount_cents',
              label: 'Amount',
              required: true,
              currency: () => currency,
            },
            { kind: 'text', name: 'threshold_display_name', label: 'Name' },
            { kind: 'checkbox', name: 'recurring', label: 'At each multiple of the amount' },
          ]}
          action="Add"
          onSubmit={(body) => change('post', PATHS[owner], { path: { id }, body })}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  );
}

function Remove({ id }: { id: string }) {
  const { busy, run } = useAction(
    () => change('delete', '/v1/usage_thresholds/{id}', { path: { id } }),
    'The threshold has been removed.',
  );
  return (
    <Button kind="quiet" busy={busy} onClick={run}>
      Remove
    </Button>
  );
}
