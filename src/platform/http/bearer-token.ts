import type { Request } from 'express';

/** The token of `Authorization: Bearer <token>`, or null. The scheme's case does not matter (RFC 7235). */
export function bearerToken(request: Request): string | null {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
