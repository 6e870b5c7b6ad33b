import { useState } from 'react';
import { change } from '../../api/client';
import { useRecord } from '../../api/hooks';
import { RecordForm } from '../../forms/record-form';
import { Bar, Button, Dialog } from '../../ui';

const DAY_MS = 86_400_000;

/** Retries everything that failed since an instant, after an outage of the receiver. */
export function Recover({ id, onClose }: { id: string; onClose: () => void }) {
  const [since] = useState(() => new Date(Date.now() - DAY_MS).toISOString());
  const [recoveryId, setRecoveryId] = useState<string | null>(null);
  if (recoveryId !== null) return <Progress id={id} recoveryId={recoveryId} onClose={onClose} />;
  return (
    <Dialog title="Recover failed deliveries" onClose={onClose}>
      <RecordForm
        fields={[
          { kind: 'instant', name: 'since', label: 'Failed since', required: true },
          { kind: 'instant', name: 'until', label: 'Until', hint: 'Now if empty.' },
        ]}
        record={{ since }}
        action="Recover"
        onSubmit={async (body) => {
          const recovery = await change('post', '/v1/webhook_endpoints/{id}/recover', { path: { id }, body });
          setRecoveryId(recovery.id);
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}

interface ProgressProps {
  id: string;
  recoveryId: string;
  onClose: () => void;
}

function Progress({ id, recoveryId, onClose }: ProgressProps) {
  const path = { id, recovery_id: recoveryId };
  const { data } = useRecord('/v1/webhook_endpoints/{id}/recoveries/{recovery_id}', { path, every: 1_000 });
  const { status = 'running', total = 0, retried = 0 } = data?.body ?? {};
  return (
    <Dialog title="Recovering" onClose={onClose}>
      <p role="status" className="mb-2">
        {status}: {retried} of {total} deliveries retried
      </p>
      <Bar
        share={total === 0 ? (status === 'running' ? 0 : 1) : retried / total}
        label="Deliveries retried"
        tone="good"
      />
      <div className="mt-6 flex justify-end gap-2">
        {status === 'running' && (
          <Button
            onClick={() =>
              void change('post', '/v1/webhook_endpoints/{id}/recoveries/{recovery_id}/cancel', { path })
            }
          >
            Stop
          </Button>
        )}
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
