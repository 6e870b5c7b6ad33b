/** Returns the `after` cursor of the next page from a `Link` header (RFC 8288); null on the last page. */
export function nextCursor(link: string | null): string | null {
  if (link === null) return null;
  for (const [, target = '', parameters = ''] of link.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel="?next"?/.test(parameters)) continue;
    return new URL(target, 'http://relative').searchParams.get('after');
  }
  return null;
}
