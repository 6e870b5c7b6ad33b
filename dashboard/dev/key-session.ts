import type { Connect, Plugin, ProxyOptions } from 'vite';

const ROUTE = '/dashboard/api/session';
const HOUR_MS = 3_600_000;

/** Sends `/dashboard/api/v1` to the API with a key. For development only: the key never reaches the browser. */
export function keyProxy(apiUrl: string, apiKey: string): Record<string, ProxyOptions> {
  return {
    '/dashboard/api/v1': {
      target: apiUrl,
      rewrite: (path) => path.replace('/dashboard/api', ''),
      headers: { Authorization: `Bearer ${apiKey}` },
    },
  };
}

/** Responds to `GET /dashboard/api/session` as the service would for that key. */
export function keySession(apiUrl: string, apiKey: string): Plugin {
  const handle: Connect.NextHandleFunction = (request, response, next) => {
    if (request.url !== ROUTE) {
      next();
      return;
    }
    void fetch(`${apiUrl}/v1/organizations/current`, { headers: { Authorization: `Bearer ${apiKey}` } })
      .then((it) => it.json())
      .then((organization: unknown) => {
        const until = new Date(Date.now() + HOUR_MS).toISOString();
        const key = { id: '', name: 'Development', key_prefix: apiKey.slice(0, 12), scopes: ['*'] };
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify({
            organization,
            api_key: key,
            expires_at: until,
            idle_expires_at: until,
            test_clock: true,
            features: { docs: true, open_registration: true },
          }),
        );
      });
  };
  return {
    name: 'key-session',
    configureServer: (server) => void server.middlewares.use(handle),
    configurePreviewServer: (server) => void server.middlewares.use(handle),
  };
}
