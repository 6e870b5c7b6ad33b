import type { DeliveryAttempt, WebhookDelivery } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Badge, Card } from '../../ui/layout';
import { Time } from '../../ui/time';
import { CodeBlock } from './code-block';

/** Services of earlier releases do not measure attempts. */
type Attempt = DeliveryAttempt & { duration_ms?: number | null };

/** The attempts of a delivery, newest first. */
export function AttemptsCard({ delivery: { id } }: { delivery: WebhookDelivery }) {
  const { data } = useLive<readonly Attempt[]>(['delivery', id, 'attempts'], (signal) =>
    billing.webhookDeliveries.listAttempts(id, { signal }),
  );
  return (
    <Card title="Attempts">
      {data?.length === 0 && <p className="text-muted">No attempt yet.</p>}
      <ol className="flex flex-col gap-4">
        {data?.toReversed().map((it) => (
          <AttemptSummary key={it.id} attempt={it} />
        ))}
      </ol>
    </Card>
  );
}

function AttemptSummary({ attempt }: { attempt: Attempt }) {
  const { attempt_number: number, http_status: status, duration_ms: duration } = attempt;
  return (
    <li className="border-line not-first:border-t not-first:pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <span>
          <span className="font-medium">Attempt {number}</span>{' '}
          <Badge>{attempt.success ? 'succeeded' : 'failed'}</Badge>
        </span>
        <span className="text-muted">
          {status !== null && `HTTP ${status} · `}
          {typeof duration === 'number' && `${duration.toLocaleString()} ms · `}
          <Time at={attempt.attempted_at} precision="second" />
        </span>
      </div>
      {attempt.error_message !== null && <p className="mt-1 break-words text-bad">{attempt.error_message}</p>}
      {attempt.response_body !== null && attempt.response_body !== '' && (
        <div className="mt-2">
          <CodeBlock label={`Response to attempt ${number}`}>{attempt.response_body}</CodeBlock>
        </div>
      )}
    </li>
  );
}
