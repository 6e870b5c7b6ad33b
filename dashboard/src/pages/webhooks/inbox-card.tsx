import type { InboxMessage } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Alert, Card } from '../../ui/layout';
import { Time } from '../../ui/time';
import { CodeBlock } from './code-block';

const RECENT = 20;

/** The newest messages of an inbox: headers and body, as a receiver would have got them. */
export function InboxCard({ id }: { id: string }) {
  const { data, error } = useLive(['endpoint', id, 'inbox'], async (signal) => {
    const { items, totalCount } = await billing.webhookEndpoints.listInboxMessages(
      id,
      { limit: RECENT },
      { signal },
    );
    return { items, totalCount };
  });
  return (
    <Card
      title="Inbox"
      action={<span className="text-muted">{data?.totalCount.toLocaleString()} messages</span>}
    >
      {error !== null && <Alert>{error.message}</Alert>}
      {data?.items.length === 0 && (
        <p className="text-muted">No messages yet. Every delivery to this endpoint becomes a message.</p>
      )}
      <ul className="flex flex-col gap-2">
        {data?.items.map((it) => (
          <Message key={it.id} message={it} />
        ))}
      </ul>
    </Card>
  );
}

function Message({ message: { id, received_at: receivedAt, headers, body } }: { message: InboxMessage }) {
  const kind = headers['x-svc-event'] ?? 'Message';
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <li>
      <details className="rounded-md border border-line px-3 py-2">
        <summary className="cursor-pointer">
          <code>{kind}</code>{' '}
          <span className="text-muted">
            <Time at={receivedAt} precision="second" />
          </span>
        </summary>
        <p className="my-2">
          <Link to="/deliveries/$id" params={{ id }}>
            Open the delivery
          </Link>
        </p>
        <CodeBlock label={`Message ${id}`}>{`${head.join('\n')}\n\n${indented(body)}`}</CodeBlock>
      </details>
    </li>
  );
}

/** Returns a body with line breaks, or as it is if it is not JSON. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
