import type { WebhookDelivery } from '@billing-service/sdk';

/**
 * Returns a command that sends the body of a delivery as its endpoint receives it, without the signatures
 * (docs/webhooks.md#signatures).
 */
export function curlOf(delivery: WebhookDelivery, url: string | undefined): string {
  const hasReceiver = url !== undefined && url !== 'inbox';
  const headers = [
    'Content-Type: application/json',
    'User-Agent: billing-service-webhooks/1',
    `X-Svc-Webhook-Id: ${delivery.id}`,
    `X-Svc-Event: ${delivery.webhook_type}`,
    `X-Svc-Attempt: ${delivery.retries + 1}`,
    ...(isSample(delivery) ? ['X-Svc-Sample: true'] : []),
    `webhook-id: ${delivery.id}`,
  ];
  return [
    '# Without the signature headers: they depend on the secret and on the time of the attempt.',
    ...(hasReceiver ? [] : ['# Set RECEIVER_URL to the address of your receiver.']),
    [
      `curl -X POST ${hasReceiver ? quoted(url) : '"$RECEIVER_URL"'}`,
      ...headers.map((it) => `  -H ${quoted(it)}`),
      `  --data-binary ${quoted(JSON.stringify(delivery.payload))}`,
    ].join(' \\\n'),
  ].join('\n');
}

/** Whether the event is about a made-up object. */
export function isSample({ payload }: WebhookDelivery): boolean {
  return 'sample' in payload && payload.sample === true;
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
