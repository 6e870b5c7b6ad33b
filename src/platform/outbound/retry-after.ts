const MAX_SECONDS = 86_400;

// The three formats of an HTTP date that a recipient must accept: IMF-fixdate, RFC 850 and asctime. Date.parse alone
// also accepts "-1" and "soon 5".
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/**
 * Returns the delay of a Retry-After header in whole seconds, from 0 to 86400; null without a header, or if it is
 * neither a number of seconds nor an HTTP date.
 *
 * @param now current time in milliseconds since 1970
 */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_SECONDS);
  if (!HTTP_DATE.test(value)) return null;

  const at = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(Math.ceil((at - now) / 1000), 0), MAX_SECONDS);
}
