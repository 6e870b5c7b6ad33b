import { ApiError, type Email } from '@billing-service/sdk';
import { useQuery } from '@tanstack/react-query';
import { API } from '../../api/client';
import { Card } from '../../ui/layout';
import { readMessage } from './message';

/** The message as the customer gets it. */
export function MessageCard({ email }: { email: Email }) {
  const path = `${API}/v1/emails/${email.id}/message`;
  const { data, error } = useQuery({
    queryKey: ['message', email.id, email.subject],
    queryFn: async ({ signal }) => {
      const response = await fetch(path, { signal });
      if (!response.ok) throw new ApiError(response.status, response.headers, await response.json());
      return readMessage(await response.text());
    },
    refetchInterval: false,
  });
  return (
    <Card
      title="Message"
      action={
        data !== undefined && (
          <a href={path} download>
            Download
          </a>
        )
      }
    >
      {error !== null && <p className="text-muted">{error.message}</p>}
      {data?.html !== undefined && (
        // Without allow-scripts and allow-same-origin, the message can neither run code nor use the session.
        <iframe
          title="Message"
          sandbox=""
          srcDoc={data.html}
          className="h-96 w-full rounded border border-line bg-white"
        />
      )}
      {data !== undefined && data.html === undefined && (
        <p className="whitespace-pre-wrap">{data.text ?? 'The message has no text.'}</p>
      )}
      {data !== undefined && data.attachments.length > 0 && (
        <p className="mt-2 text-muted">Attached: {data.attachments.join(', ')}</p>
      )}
    </Card>
  );
}
