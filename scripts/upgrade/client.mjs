// Calls of the API of a running service, for one organization.
import { createHmac, randomUUID } from 'node:crypto';

const LIMIT = 1000;

export class Client {
  constructor(url, key = null) {
    this.url = url;
    this.key = key;
  }

  /** Returns the body of a response. @throws Error unless it is a 2xx response */
  async call(method, path, body, headers = {}) {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(this.key === null ? {} : { Authorization: `Bearer ${this.key}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  get = (path) => this.call('GET', path);
  post = (path, body) => this.call('POST', path, body);
  put = (path, body) => this.call('PUT', path, body);
  delete = (path) => this.call('DELETE', path);
  list = (path) => this.get(`${path}${path.includes('?') ? '&' : '?'}limit=${LIMIT}`);

  /** Creates an organization; returns the client of its first key. */
  async organization(fields) {
    const { api_key: key } = await this.post('/v1/organizations', fields);
    return new Client(this.url, key.raw_key);
  }

  moveTo = (now) => this.put('/v1/test_clock', { now });

  /** Sends a notification of Stripe about a payment, signed with the secret of the connection. */
  async stripe(secret, type, object) {
    const created = Math.floor(Date.parse((await this.get('/v1/test_clock')).now) / 1000);
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type,
      created,
      data: { object },
    });
    const [{ webhook_url: url }] = await this.get('/v1/payment_providers');
    const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
    const { pathname, search } = new URL(url);
    return this.call('POST', pathname + search, body, { 'Stripe-Signature': `t=${created},v1=${signature}` });
  }
}
