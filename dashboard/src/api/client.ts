import { BillingClient } from '@billing-service/sdk';

/** Path below which the service accepts the cookie of a session. */
export const API = '/dashboard/api';

/** Sends the header without which the service accepts no write of a session. */
const fromDashboard: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('dashboard-request', '1');
  return fetch(input, { ...init, headers });
};

/** The published API, authenticated by the session. */
export const billing = new BillingClient({
  baseUrl: `${location.origin}${API}`,
  maxRetries: 1,
  fetch: fromDashboard,
});

/** Returns a client that acts without the session: with a key or the admin token, or with nothing. */
export function clientWith(apiKey: string | undefined): BillingClient {
  return new BillingClient({ baseUrl: location.origin, apiKey, maxRetries: 0 });
}

/** Sends a request to a route that is not part of the published API. */
export async function request(method: string, path: string, body?: object): Promise<Response> {
  return fromDashboard(`${API}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
}
