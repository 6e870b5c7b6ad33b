import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Lifetime of a session in seconds, however much it is used. */
export const LIFETIME_SECONDS = 12 * 3600;
/** A session ends after this many seconds without a request. */
export const IDLE_SECONDS = 30 * 60;

/** Header that requests of the dashboard send: a page of another origin needs a preflight to send it, which fails. */
export const DASHBOARD_HEADER = 'dashboard-request';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const READS = ['GET', 'HEAD'];

/** Returns a token of 256 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns the hash to store; null for a text that is no token. */
export function hashOfToken(token: string | undefined): string | null {
  if (token === undefined || !TOKEN.test(token)) return null;
  return createHash('sha256').update(token).digest('hex');
}

export interface SessionCookie {
  name: string;
  secure: boolean;
}

/**
 * Returns the cookie of a session for the host that the browser shows. Browsers accept the prefix `__Host-` only with
 * `Secure`, and not all of them accept `Secure` from `http://localhost` (docs/security.md#dashboard-sessions).
 */
export function cookieFor(host: string | undefined): SessionCookie {
  const isLoopback = LOOPBACK.test(host ?? '');
  return isLoopback
    ? { name: 'billing-session', secure: false }
    : { name: '__Host-billing-session', secure: true };
}

/** Whether a browser sent the request from a page of the dashboard itself (docs/security.md#dashboard-sessions). */
export function isOfDashboard(method: string, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (READS.includes(method)) return site === undefined || site === 'same-origin' || site === 'none';
  return (
    (site === undefined || site === 'same-origin') &&
    headers[DASHBOARD_HEADER] !== undefined &&
    hostOf(headers.origin) === headers.host
  );
}

/** Returns host and port of an origin. Compares without the scheme, because a proxy may have ended TLS. */
function hostOf(origin: string | undefined): string | null {
  return origin === undefined || !URL.canParse(origin) ? null : new URL(origin).host;
}
