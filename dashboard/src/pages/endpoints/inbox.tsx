import type { Schemas } from '@billing-service/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePage } from '../../api/hooks';
import { Badge, Card, Empty, Json, Time } from '../../ui';

type Request = Schemas['InboxRequest'];

/** What an inbox has received, as it arrives. */
export function Inbox({ id }: { id: string }) {
  const isLive = useInboxStream(id);
  const { data } = usePage('/v1/webhook_endpoints/{id}/inbox', { path: { id }, query: { limit: 25 } });
  const requests = data?.items ?? [];
  return (
    <Card title="Inbox" padded={false} actions={isLive && <Badge tone="good">live</Badge>}>
      {requests.length === 0 ? (
        <Empty title="Nothing has arrived yet">
          Send a sample, or change something: its event arrives here.
        </Empty>
      ) : (
        <ol aria-label="Requests of the inbox" aria-live="polite">
          {requests.map((it) => (
            <RequestRow key={it.id} request={it} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function RequestRow({ request }: { request: Request }) {
  return (
    <li className="border-b border-line last:border-0">
      <details className="px-4 py-2.5">
        <summary className="flex flex-wrap items-center gap-3">
          <span className="font-mono text-[13px]">{request.webhook_type}</span>
          <span className="ml-auto text-muted">
            <Time at={request.created_at} />
          </span>
        </summary>
        <div className="mt-3 grid gap-4 lg:grid-cols-2">
          <Json value={request.headers} label={`headers of request ${request.sequence}`} />
          <Json value={readable(request.body)} label={`body of request ${request.sequence}`} />
        </div>
      </details>
    </li>
  );
}

/** Returns JSON with line breaks; anything else as it is. */
function readable(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

/** Reads the list again at each request that the stream announces; tells whether the stream is open. */
function useInboxStream(id: string): boolean {
  const client = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const stream = new EventSource(`/dashboard/api/v1/webhook_endpoints/${id}/inbox/stream`);
    const read = () =>
      void client.invalidateQueries({ queryKey: ['page', '/v1/webhook_endpoints/{id}/inbox'] });
    stream.addEventListener('ready', () => setLive(true));
    stream.addEventListener('request', read);
    stream.addEventListener('error', () => setLive(false));
    return () => stream.close();
  }, [id, client]);
  return isLive;
}
