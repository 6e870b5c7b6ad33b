import type { Request, Response } from 'express';
import type { Config } from '../../platform/config/config';
import { tagged } from '../../platform/cells/cell-tag';
import { cookieOf, isLoopbackHost } from '../../platform/http/session-cookie';
import { SESSION_SECONDS } from './portal-accesses';

/** Browsers accept this name only over https. */
const SECURE_NAME = '__Secure-billing_portal';
/** Over http, on loopback addresses. */
const LOOPBACK_NAME = 'billing_portal';

type PublicAddress = Pick<Config, 'publicUrl'>;

/** Returns the path of the portal as browsers see it: a proxy may serve the service below a path. */
export function portalPath({ publicUrl }: PublicAddress): string {
  const base = publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  return `${base}/portal`;
}

/** Returns the token that the browser has sent; the empty string without one. */
export function portalTokenOf(request: Pick<Request, 'headers'>): string {
  return cookieOf(request, SECURE_NAME) || cookieOf(request, LOOPBACK_NAME);
}

/** Gives the browser a session of the portal, which it sends to no other path. */
export function setPortalCookie(
  request: Pick<Request, 'headers'>,
  response: Response,
  token: string,
  config: PublicAddress & Pick<Config, 'cell'>,
): void {
  const secure = isSecure(request, config);
  const name = secure ? SECURE_NAME : LOOPBACK_NAME;
  response.cookie(name, tagged(config.cell, token), {
    ...options(secure, config),
    maxAge: SESSION_SECONDS * 1000,
  });
}

/** Takes the session from the browser. */
export function clearPortalCookie(response: Response, config: PublicAddress): void {
  response.clearCookie(SECURE_NAME, options(true, config));
  response.clearCookie(LOOPBACK_NAME, options(false, config));
}

/** `lax`, because people come from elsewhere: by the link, and back from the provider. Writes check the sender besides. */
const options = (secure: boolean, config: PublicAddress) =>
  ({
    httpOnly: true,
    sameSite: 'lax',
    path: portalPath(config),
    secure,
    encode: (it: string) => it,
  }) as const;

function isSecure({ headers }: Pick<Request, 'headers'>, { publicUrl }: PublicAddress): boolean {
  return publicUrl === null ? !isLoopbackHost(headers.host ?? '') : publicUrl.startsWith('https:');
}
