import type { Request, Response } from 'express';
import { InvalidStateError } from '../errors/app-error';

/** Browsers accept this name only over https, for the whole host and from the host itself. */
const SECURE_NAME = '__Host-billing_session';
/** Over http, on loopback addresses only. */
const LOOPBACK_NAME = 'billing_session';

const LOOPBACK_HOST = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Whether a Host header names this machine. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host);

/** A request as far as its cookie depends on it. */
type CookieRequest = Pick<Request, 'headers'>;

/** Returns the session token that the browser has sent; the empty string without one. */
export function sessionTokenOf({ headers }: CookieRequest): string {
  const secure = cookieOf({ headers }, SECURE_NAME);
  if (secure !== '' || !isLoopbackHost(headers.host ?? '')) return secure;
  return cookieOf({ headers }, LOOPBACK_NAME);
}

/**
 * Gives the browser a session, until it is closed (docs/security.md#sessions-of-the-dashboard).
 *
 * @throws InvalidStateError for a page that came over http from another host: browsers would not keep the cookie.
 */
export function setSessionCookie(request: CookieRequest, response: Response, token: string): void {
  const secure = isSecure(request);
  response.cookie(secure ? SECURE_NAME : LOOPBACK_NAME, token, options(secure));
}

/** @throws InvalidStateError as `setSessionCookie` does, before anything was changed. */
export function assertCookieKept(request: CookieRequest): void {
  isSecure(request);
}

/** Takes the session from the browser, over https and over http. */
export function clearSessionCookie(response: Response): void {
  response.clearCookie(SECURE_NAME, options(true));
  response.clearCookie(LOOPBACK_NAME, options(false));
}

const options = (secure: boolean) =>
  ({ httpOnly: true, sameSite: 'strict', path: '/', secure, encode: (it: string) => it }) as const;

/** The Origin tells how the page came to the browser; the service itself sees the http of its proxy. */
function isSecure({ headers }: CookieRequest): boolean {
  const isLoopback = isLoopbackHost(headers.host ?? '');
  if (headers.origin === undefined) return !isLoopback;
  if (/^https:/i.test(headers.origin)) return true;
  if (isLoopback) return false;
  throw new InvalidStateError(
    'The dashboard needs https, except on localhost: open it by an https address, or through a tunnel to localhost.',
  );
}

/** Returns the value of the first cookie of that name; the empty string without one. */
export function cookieOf({ headers }: CookieRequest, name: string): string {
  for (const cookie of (headers.cookie ?? '').split(';')) {
    const [given = '', ...value] = cookie.split('=');
    if (given.trim() === name) return value.join('=').trim();
  }
  return '';
}
