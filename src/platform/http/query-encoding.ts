/** Name of the field under which a parameter is reported whose own name cannot be decoded. */
const UNREADABLE_NAME = 'query';

/**
 * Returns the names of the query parameters that are not percent-encoded UTF-8, without duplicates. Express would
 * replace the bytes that it cannot decode with U+FFFD, and a filter would match other text than the client sent.
 *
 * @param url path and query as received
 */
export function undecodableParameters(url: string): string[] {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes('%', start)) return [];
  const names = url
    .slice(start + 1)
    .split('&')
    .filter((it) => decoded(it) === null)
    .map((it) => decoded(it.split('=', 1)[0] ?? '') ?? UNREADABLE_NAME);
  return [...new Set(names)];
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
