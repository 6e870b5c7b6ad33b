import type { Request } from 'express';
import { bearerToken } from './bearer-token';
import { contextOf } from './request-context';

/** What a request proves itself by: an API key, or a session of the dashboard, which stands for one. */
export type Credential =
  | { readonly type: 'api_key'; readonly rawKey: string }
  | { readonly type: 'session'; readonly token: string; readonly isBackground: boolean };

/** Returns the credential that counts for the request: the cookie below /dashboard/api, the Bearer token elsewhere. */
export function credentialOf(request: Request): Credential | null {
  const { sessionToken, isBackground = false } = contextOf(request);
  if (sessionToken !== undefined) return { type: 'session', token: sessionToken, isBackground };
  return apiKeyCredential(bearerToken(request));
}

/** Returns the credential of a raw key; null without one. */
export function apiKeyCredential(rawKey: string | null): Credential | null {
  return rawKey === null ? null : { type: 'api_key', rawKey };
}
