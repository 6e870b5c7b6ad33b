import type { WebhookDelivery } from '@billing-service/sdk';
import { execFileSync } from 'node:child_process';
import { curlOf } from './curl';

const delivery = {
  id: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  webhook_type: 'customer.created',
  retries: 1,
  payload: { webhook_type: 'customer.created', customer: { name: `O'Neil "$HOME" \\ Söhne` } },
} as unknown as WebhookDelivery;

/** Returns what a shell passes to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { env: { RECEIVER_URL: 'http://localhost:4000' } })
    .toString()
    .split('\0');
}

describe('a delivery as a curl command', () => {
  it('sends the body unchanged through the quoting of a shell', () => {
    const sent = argumentsOf(curlOf(delivery, "https://example.com/it's"));
    expect(sent).toContain("https://example.com/it's");
    expect(sent).toContain('X-Svc-Attempt: 2');
    expect(JSON.parse(sent[sent.indexOf('--data-binary') + 1] ?? '')).toEqual(delivery.payload);
  });

  it.each(['inbox', undefined])('asks for a receiver if the endpoint is %s', (url) => {
    expect(argumentsOf(curlOf(delivery, url))).toContain('http://localhost:4000');
  });
});
