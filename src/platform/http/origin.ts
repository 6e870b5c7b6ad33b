import type { Request } from 'express';

/** Returns the address that the request used, e.g. `http://localhost:3000`: for links, if PUBLIC_URL is not set. */
export function originOf(request: Request): string {
  return `${request.protocol}://${request.get('host') ?? 'localhost'}`;
}
