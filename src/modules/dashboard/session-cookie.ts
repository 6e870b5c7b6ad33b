import { parse } from 'cookie';
import type { Request, Response } from 'express';
import { LIFETIME_SECONDS, cookieFor } from './session.rules';

/** Returns the token in the cookie of a request. */
export function tokenOf({ headers }: Pick<Request, 'headers'>): string | undefined {
  return parse(headers.cookie ?? '')[cookieFor(headers.host).name];
}

export function setToken({ headers }: Request, response: Response, token: string): void {
  const { name, secure } = cookieFor(headers.host);
  response.cookie(name, token, { ...ATTRIBUTES, secure, maxAge: LIFETIME_SECONDS * 1000 });
}

export function clearToken({ headers }: Request, response: Response): void {
  const { name, secure } = cookieFor(headers.host);
  response.clearCookie(name, { ...ATTRIBUTES, secure });
}

const ATTRIBUTES = { httpOnly: true, sameSite: 'strict', path: '/' } as const;
