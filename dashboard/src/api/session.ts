import { ApiError } from '@billing-service/sdk';
import { useSyncExternalStore } from 'react';
import { request } from './client';

export interface Session {
  organization_id: string;
  organization_name: string;
  api_key_id: string;
  api_key_name: string;
  api_key_prefix: string;
  expires_at: string;
}

export interface Settings {
  admin_token: boolean;
  test_clock: boolean;
  mail: boolean;
}

export interface SessionState {
  session: Session | null;
  settings: Settings;
  /** The session has ended while its page is open: the sign-in opens over the page, which keeps what was entered. */
  hasEnded: boolean;
}

let state: SessionState | null = null;
const listeners = new Set<() => void>();

function set(next: SessionState): SessionState {
  state = next;
  for (const listener of listeners) listener();
  return next;
}

/** Returns the session of this browser; asks the service once. */
export async function loadSession(): Promise<SessionState> {
  return state ?? set({ ...(await send('GET')), hasEnded: false });
}

/** @throws ApiError for a key that the service does not accept */
export async function signIn(apiKey: string): Promise<SessionState> {
  const before = state?.session ?? null;
  const next = await send('POST', { api_key: apiKey });
  // The page shows records of the organization that it was opened for.
  if (before !== null && before.organization_id !== next.session?.organization_id)
    location.assign('/dashboard/');
  return set({ ...next, hasEnded: false });
}

/** Ends the session, and leaves the page with everything that it shows. */
export async function signOut(): Promise<void> {
  await request('DELETE', '/session');
  location.assign('/dashboard/');
}

/** Whether requests can succeed. */
export function isSignedIn(): boolean {
  return state !== null && state.session !== null && !state.hasEnded;
}

export function sessionEnded(): void {
  if (state !== null && isSignedIn()) set({ ...state, hasEnded: true });
}

/** Returns the session, which the router has loaded. */
export function useSession(): SessionState {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
  if (current === null) throw new Error('The session is not loaded yet');
  return current;
}

async function send(method: string, body?: object): Promise<Omit<SessionState, 'hasEnded'>> {
  const response = await request(method, '/session', body);
  const json: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError(response.status, response.headers, json);
  return json as Omit<SessionState, 'hasEnded'>;
}
