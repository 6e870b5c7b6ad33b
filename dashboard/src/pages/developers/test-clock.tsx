import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIVE_MS } from '../../api/hooks';
import { changeUndescribed, loadUndescribed } from '../../api/undescribed';
import { useScope } from '../../api/session';
import { RecordForm } from '../../forms/record-form';
import { Button, Card, Loading, Table, Time, toast } from '../../ui';

interface Clock {
  now: string;
}
interface Moved extends Clock {
  stopped?: boolean;
  events: readonly { id: string; webhook_type: string; object_type: string; created_at: string }[];
}

const ROUTE = '/v1/test_clock';
const STEPS = [
  { label: 'A day', ms: 86_400_000 },
  { label: 'A week', ms: 7 * 86_400_000 },
  { label: 'A month', ms: 31 * 86_400_000 },
];

/** Moves the time of the whole service, and shows what that caused. */
export function TestClock() {
  const [moved, setMoved] = useState<Moved | null>(null);
  const [busy, setBusy] = useState(false);
  const mayMove = useScope('test_clock:manage');
  const { data, refetch } = useQuery({
    queryKey: ['record', ROUTE],
    queryFn: ({ signal }) => loadUndescribed<Clock>(ROUTE, signal),
    refetchInterval: LIVE_MS,
  });
  if (data === undefined) return <Loading />;
  const move = async (now: string) => {
    setBusy(true);
    try {
      setMoved(await changeUndescribed<Moved>(ROUTE, { now }));
      await refetch();
    } finally {
      setBusy(false);
    }
  };
  const moveBy = (ms: number) => {
    move(new Date(Date.parse(data.now) + ms).toISOString()).catch((error: unknown) => toast(String(error)));
  };
  return (
    <>
      <Card title="Test clock">
        <p className="mb-4 text-lg font-semibold">
          <Time at={data.now} />
        </p>
        {mayMove && (
          <div className="max-w-md space-y-4">
            <div className="flex flex-wrap gap-2">
              {STEPS.map(({ label, ms }) => (
                <Button key={label} busy={busy} onClick={() => moveBy(ms)}>
                  {label} ahead
                </Button>
              ))}
            </div>
            <RecordForm
              fields={[{ kind: 'instant', name: 'now', label: 'Move to', required: true }]}
              action="Move"
              onSubmit={({ now }) => move(String(now))}
            />
          </div>
        )}
      </Card>
      {moved !== null && (
        <Card title={`What happened: ${moved.events.length} events`} padded={false}>
          <Table
            label="Events of the move"
            rows={moved.events}
            keyOf={(it) => it.id}
            columns={[
              { title: 'Event', cell: (it) => it.webhook_type },
              { title: 'Object', cell: (it) => it.object_type.replaceAll('_', ' ') },
              { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
            ]}
          />
        </Card>
      )}
    </>
  );
}
