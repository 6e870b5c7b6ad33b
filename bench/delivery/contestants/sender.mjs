import { createHmac, createSecretKey } from 'node:crypto';
import { Pool } from 'undici';
import { IN_FLIGHT } from '../settings.mjs';

/**
 * Signs and POSTs with undici's fastest client, which every contestant except the service uses. Sends the same headers
 * as the service, including both published signatures.
 */
export function createSender(url, secret) {
  const request = requestsOf(url);
  const whole = createSecretKey(secret, 'utf8');
  const decoded = createSecretKey(secret.slice('whsec_'.length), 'base64');
  return {
    send(id, body, attempt = 1) {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const standard = createHmac('sha256', decoded).update(`${id}.${timestamp}.`).update(body);
      return request(body, {
        'Content-Type': 'application/json',
        'User-Agent': 'billing-service-webhooks/1',
        'X-Svc-Signature': createHmac('sha256', whole).update(body).digest('hex'),
        'X-Svc-Signature-Algorithm': 'hmac',
        'X-Svc-Webhook-Id': id,
        'X-Svc-Event': 'customer.updated',
        'X-Svc-Attempt': String(attempt),
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${standard.digest('base64')}`,
      });
    },
  };
}

/** Sends the smallest signed request: one signature, two headers. The service sends more. */
export function createMinimalSender(url, secret) {
  const request = requestsOf(url);
  return {
    send(_id, body) {
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      return request(body, { 'content-type': 'application/json', 'x-svc-signature': signature });
    },
  };
}

function requestsOf(url) {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: IN_FLIGHT, pipelining: 1 });
  return async (body, headers) => {
    const answer = await pool.request({ path: pathname, method: 'POST', headers, body });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
}
