import type { Request } from 'express';

/**
 * Returns whether the Accept header names a media type and does not prefer JSON to it. Wildcards name no type, so that
 * clients that accept everything get JSON.
 *
 * @param type in lower case, e.g. `text/csv`
 */
export function prefers(request: Request, type: string): boolean {
  // Sorted by quality, then by position; types with the quality 0 are absent.
  const named = request.accepts().map((it) => it.toLowerCase());
  const [place, placeOfJson] = [named.indexOf(type), named.indexOf('application/json')];
  return place >= 0 && (placeOfJson < 0 || place < placeOfJson);
}
