import type { Schemas } from '@billing-service/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { change } from '../../api/client';
import { useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import { curlOf } from '../../lib/curl';
import { messageOf } from '../../lib/errors';
import {
  Badge,
  Button,
  Card,
  Copy,
  Empty,
  Fact,
  Facts,
  Json,
  Loading,
  Page,
  Status,
  Time,
  useAction,
} from '../../ui';
import { ObjectLink } from '../shared/event-link';

type Delivery = Schemas['Delivery'];
type Attempt = Schemas['DeliveryAttempt'];

/** One delivery: its payload, and every attempt with request and response. */
export function DeliveryPage() {
  const { id } = useParams({ from: '/signed-in/deliveries/$id' });
  const path = { id };
  const { data, error } = useRecord('/v1/webhook_endpoints/hooks/{id}', { path });
  const attempts = useRecord('/v1/webhook_endpoints/hooks/{id}/delivery_attempts', { path });
  if (data === undefined) return error === null ? <Loading /> : <Empty title={messageOf(error)} />;
  const { body: delivery } = data;
  const tried = attempts.data?.body ?? [];
  return (
    <Page
      title={delivery.webhook_type}
      subtitle={<Status of={delivery.status} />}
      actions={<Actions delivery={delivery} attempts={tried} />}
    >
      <Card title="Delivery">
        <DeliveryFacts delivery={delivery} />
      </Card>
      <Card title="Payload">
        <Json value={delivery.payload} label="payload" />
      </Card>
      <section aria-label="Attempts" className="space-y-3">
        <h2 className="font-semibold">Attempts</h2>
        {tried.length === 0 && <p className="text-muted">None yet.</p>}
        {tried.map((it) => (
          <AttemptCard key={it.id} attempt={it} />
        ))}
      </section>
    </Page>
  );
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const endpoint = useRecord('/v1/webhook_endpoints/{id}', {
    path: { id: delivery.webhook_endpoint_id },
    every: false,
  });
  return (
    <Facts>
      <Fact label="Endpoint">
        <Link
          to="/endpoints/$id"
          params={{ id: delivery.webhook_endpoint_id }}
          className="text-link hover:underline"
        >
          {endpoint.data?.body.description ?? endpoint.data?.body.url ?? delivery.webhook_endpoint_id}
        </Link>
      </Fact>
      <Fact label="About">
        <ObjectLink type={delivery.object_type} id={delivery.object_id} />
      </Fact>
      <Fact label="Created">
        <Time at={delivery.created_at} />
      </Fact>
      <Fact label="Retries">
        {delivery.retries} of {delivery.max_retries}
      </Fact>
      {delivery.next_attempt_at !== null && (
        <Fact label="Next attempt">
          <Time at={delivery.next_attempt_at} />
        </Fact>
      )}
      {delivery.error_message !== null && <Fact label="Error">{delivery.error_message}</Fact>}
    </Facts>
  );
}

function Actions({ delivery, attempts }: { delivery: Delivery; attempts: readonly Attempt[] }) {
  const mayManage = useScope('webhooks:manage');
  const endpoint = useRecord('/v1/webhook_endpoints/{id}', {
    path: { id: delivery.webhook_endpoint_id },
    every: false,
  });
  const retry = useAction(
    () => change('post', '/v1/webhook_endpoints/hooks/{id}/retry', { path: { id: delivery.id } }),
    'The delivery is being retried.',
  );
  const headers = (attempts.at(-1)?.request_headers ?? {}) as Readonly<Record<string, string>>;
  const url = endpoint.data?.body.url;
  return (
    <>
      {url?.startsWith('http') === true && (
        <Copy text={curlOf(url, JSON.stringify(delivery.payload), headers)} label="Copy as curl">
          Copy as curl
        </Copy>
      )}
      {mayManage && delivery.status !== 'pending' && (
        <Button kind="primary" busy={retry.busy} onClick={retry.run}>
          Retry
        </Button>
      )}
    </>
  );
}

function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { attempt_number: number, success, http_status: status, duration_ms: duration } = attempt;
  return (
    <details className="card p-4">
      <summary className="flex flex-wrap items-center gap-3">
        <span className="font-medium">Attempt {number}</span>
        <Badge tone={success ? 'good' : 'bad'}>{status ?? attempt.error_message ?? 'no response'}</Badge>
        {duration !== null && <span className="num text-muted">{duration} ms</span>}
        <span className="ml-auto text-muted">
          <Time at={attempt.attempted_at} />
        </span>
      </summary>
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        <div>
          <h3 className="mb-1 font-medium">Request headers</h3>
          <Json value={attempt.request_headers ?? {}} label={`request headers of attempt ${number}`} />
        </div>
        <div>
          <h3 className="mb-1 font-medium">Response</h3>
          <Json
            value={{ headers: attempt.response_headers ?? {}, body: attempt.response_body ?? '' }}
            label={`response of attempt ${number}`}
          />
        </div>
      </div>
    </details>
  );
}
