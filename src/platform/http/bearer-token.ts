import type { IncomingMessage } from 'node:http';

/** Returns the token of `Authorization: Bearer <token>`, or null. The scheme is case-insensitive (RFC 7235). */
export function bearerToken(request: Pick<IncomingMessage, 'headers'>): string | null {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
