import type { WebhookDelivery, WebhookEndpoint } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { ConfirmButton } from '../../ui/confirm';
import { Copyable, CopyButton } from '../../ui/copyable';
import { Alert, Badge, Card, Facts, PageTitle } from '../../ui/layout';
import { Time } from '../../ui/time';
import { AttemptsCard } from './attempts-card';
import { CodeBlock } from './code-block';
import { curlOf, isSample } from './curl';
import { nameOf, useEndpoints } from './endpoint-names';
import { linksOf } from './object-links';
import { deliveryRoute } from './routes';

export function DeliveryPage() {
  const { id } = deliveryRoute.useParams();
  const { data: delivery, error } = useLive(['delivery', id], (signal) =>
    billing.webhookDeliveries.get(id, { signal }),
  );
  const endpoints = useEndpoints();
  if (delivery === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  const endpoint = endpoints.find((it) => it.id === delivery.webhook_endpoint_id);
  const payload = JSON.stringify(delivery.payload, null, 2);
  return (
    <>
      <PageTitle title={delivery.webhook_type} hint={<Copyable text={delivery.id} label="delivery ID" />}>
        <CopyButton text={curlOf(delivery, endpoint?.url)} label="as curl">
          Copy as curl
        </CopyButton>
        {delivery.status === 'failed' && (
          <ConfirmButton label="Retry" look="primary" act={() => billing.webhookDeliveries.retry(id)}>
            Queues the delivery for a single attempt. If it fails, the delivery is failed again.
          </ConfirmButton>
        )}
      </PageTitle>
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Details delivery={delivery} endpoint={endpoint} />
          <AttemptsCard delivery={delivery} />
        </div>
        <div className="min-w-0">
          <Card title="Body" action={<CopyButton text={payload} label="body" />}>
            <CodeBlock label="Body of the delivery">{payload}</CodeBlock>
          </Card>
        </div>
      </div>
    </>
  );
}

function Details({
  delivery,
  endpoint,
}: {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint | undefined;
}) {
  const { object_id: objectId, next_attempt_at: next } = delivery;
  return (
    <Card title="Details">
      <Facts
        of={[
          ['Status', <Badge key="status">{delivery.status}</Badge>],
          ['Error', delivery.error_message],
          ['HTTP status', delivery.http_status],
          [
            'Endpoint',
            endpoint === undefined ? (
              'Deleted'
            ) : (
              <Link to="/endpoints/$id" params={{ id: endpoint.id }} className="break-all">
                {nameOf(endpoint)}
              </Link>
            ),
          ],
          ['Object', <ObjectLinks key="object" delivery={delivery} />],
          [
            'Of this object',
            <Link key="all" to="/deliveries" search={{ object_id: objectId }}>
              All deliveries
            </Link>,
          ],
          ['Retries', `${delivery.retries} (${delivery.max_retries} automatic at most)`],
          ['Next attempt', next !== null && <Time at={next} precision="second" />],
          ['Created', <Time key="created" at={delivery.created_at} precision="second" />],
          ['Updated', <Time key="updated" at={delivery.updated_at} precision="second" />],
        ]}
      />
    </Card>
  );
}

function ObjectLinks({ delivery }: { delivery: WebhookDelivery }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>
        {delivery.object_type.replaceAll('_', ' ')}
        {isSample(delivery) && ' (made up for a sample)'}
      </span>
      {linksOf(delivery).map(({ to, id, label }) => (
        <Link key={to} to={to} params={{ id }}>
          {label}
        </Link>
      ))}
    </span>
  );
}
