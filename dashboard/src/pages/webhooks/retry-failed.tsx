import { ApiError } from '@billing-service/sdk';
import { useState } from 'react';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { ConfirmButton } from '../../ui/confirm';
import { Alert } from '../../ui/layout';
import type { DeliveryFilter } from './delivery-filter';

/** Deliveries that one click retries, one after the other. */
const MOST = 50;

interface Progress {
  done: number;
  of: number;
  /** Why the last refused retry was refused. */
  refusal: string | null;
  refused: number;
}

/** Retries the failed deliveries of a filter, those first that have waited longest since their last attempt. */
export function RetryFailed({ filter }: { filter: DeliveryFilter }) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const failed = { ...filter, status: 'failed' as const };
  const isShown = filter.status === undefined || filter.status === 'failed';
  const { data: total = 0 } = useLive(
    ['deliveries', 'failed', failed],
    async (signal) => (await billing.webhookDeliveries.list({ ...failed, limit: 1 }, { signal })).totalCount,
    { enabled: isShown },
  );
  const retry = async (): Promise<void> => {
    const { items } = await billing.webhookDeliveries.list({
      ...failed,
      limit: MOST,
      order_by: 'updated_at',
    });
    let state: Progress = { done: 0, of: items.length, refusal: null, refused: 0 };
    setProgress(state);
    try {
      for (const { id } of items) {
        const refusal = await refusalOfRetry(id);
        state = {
          ...state,
          done: state.done + 1,
          refusal: refusal ?? state.refusal,
          refused: state.refused + (refusal === null ? 0 : 1),
        };
        setProgress(state);
      }
    } finally {
      setProgress({ ...state, of: state.done });
    }
  };
  const isRunning = progress !== null && progress.done < progress.of;
  // The number of the button stays the same while the deliveries leave the filter.
  const count = isRunning ? progress.of : Math.min(total, MOST);
  return (
    <>
      {progress !== null && !isRunning && <Outcome progress={progress} />}
      {isShown && count > 0 && (
        <ConfirmButton
          label={
            total > MOST ? `Retry ${count} of ${total.toLocaleString()} failed` : `Retry ${count} failed`
          }
          act={retry}
        >
          Queues failed deliveries of this filter again, one after the other: {count} of{' '}
          {total.toLocaleString()}. Each gets a single attempt.
          {isRunning && (
            <span role="status" className="mt-2 block">
              {progress.done} of {progress.of} …
            </span>
          )}
        </ConfirmButton>
      )}
    </>
  );
}

/** Retries a delivery. Returns why the API refuses it, such as a deleted endpoint; null if it is queued. */
async function refusalOfRetry(id: string): Promise<string | null> {
  try {
    await billing.webhookDeliveries.retry(id);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error.message;
    throw error;
  }
}

function Outcome({ progress: { done, refused, refusal } }: { progress: Progress }) {
  return (
    <Alert tone={refused === 0 ? 'good' : 'warn'}>
      {done - refused} queued again{refused > 0 && `, ${refused} refused: ${refusal ?? ''}`}
    </Alert>
  );
}
