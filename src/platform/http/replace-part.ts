import type { Request } from 'express';

/** Replaces the query or body of a request with other values. */
export function replacePart(request: Request, name: 'query' | 'body', value: object): void {
  // Defines a property, because Express's getter would parse the query again on every access.
  Object.defineProperty(request, name, { value, configurable: true, enumerable: true, writable: true });
}
