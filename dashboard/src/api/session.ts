import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import type { Schemas } from '@billing-service/sdk';
import { problemOf } from './client';

const ROUTE = '/dashboard/api/session';
const HEADERS = { 'Content-Type': 'application/json', 'X-Requested-With': 'dashboard' };

/** What the pages may show and do. */
export interface Session {
  organization: Schemas['Organization'];
  api_key: { id: string; name: string; key_prefix: string; scopes: string[] };
  expires_at: string;
  idle_expires_at: string;
  test_clock: boolean;
  features: { docs: boolean; open_registration: boolean };
}

export interface Registration {
  name: string;
  default_currency?: string;
  timezone?: string;
  admin_token?: string;
}

/** The session; null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    const response = await fetch(ROUTE, { signal });
    if (response.status === 204 || response.status === 401) return null;
    if (!response.ok) throw problemOf(response, await response.json().catch(() => null));
    return (await response.json()) as Session;
  },
  staleTime: Infinity,
});

async function post<Body>(path: string, body: unknown): Promise<Body> {
  const response = await fetch(path, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });
  if (!response.ok) throw problemOf(response, await response.json().catch(() => null));
  return (await response.json()) as Body;
}

export const signIn = (apiKey: string): Promise<Session> => post(ROUTE, { api_key: apiKey });

/** Creates an organization and signs in. `raw_key` is shown once. */
export const register = (input: Registration): Promise<Session & { raw_key: string }> =>
  post('/dashboard/api/organizations', input);

export const createSampleData = (): Promise<unknown> => post('/dashboard/api/sample_data', {});

export async function signOut(client: QueryClient): Promise<void> {
  await fetch(ROUTE, { method: 'DELETE', headers: HEADERS });
  client.clear();
}

/** The session of whoever is signed in. Only for pages behind the sign-in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('Nobody is signed in.');
  return data;
}

/** Tells whether scopes include one: `docs/security.md#scopes`. */
export const includesScope = (scopes: readonly string[], scope: string): boolean =>
  scopes.includes('*') || scopes.includes(scope);

/** Tells whether the session's key has a scope; what it may not do is not shown. */
export const useScope = (scope: string): boolean => includesScope(useSession().api_key.scopes, scope);
