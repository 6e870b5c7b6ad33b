import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import { IN_FLIGHT } from '../settings.mjs';

/** Signs and POSTs with undici's fastest client: what every contestant but the service uses. */
export function createSender(url) {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: IN_FLIGHT, pipelining: 1 });
  return {
    async send(body, secret) {
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-svc-signature': signature };
      const answer = await pool.request({ path: pathname, method: 'POST', headers, body });
      return { status: answer.statusCode, text: await answer.body.text() };
    },
    close: () => pool.close(),
  };
}
