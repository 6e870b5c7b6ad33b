/**
 * Returns the differences between `actual` and what the page shows. Objects may have fields that the page
 * leaves out; lists must have the same length, and all other values must be equal. Pages write instants as
 * `2030-01-31 10:00`, and `*` for text that differs between runs.
 */
export function mismatches(shown: unknown, actual: unknown, path: string): string[] {
  if (Array.isArray(shown) && Array.isArray(actual) && shown.length === actual.length) {
    return shown.flatMap((it, index) => mismatches(it, actual[index], `${path}[${index}]`));
  }
  if (isObject(shown) && isObject(actual)) {
    return Object.entries(shown).flatMap(([key, it]) => mismatches(it, actual[key], `${path}.${key}`));
  }
  if (shown === actual || isSameText(shown, actual)) return [];
  return [`${path}: expected ${JSON.stringify(shown)}, actual ${JSON.stringify(actual)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSameText(shown: unknown, actual: unknown): boolean {
  if (typeof shown !== 'string' || typeof actual !== 'string') return false;
  const parts = asInstant(shown)
    .split('*')
    .map((it) => it.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(actual);
}

/** Completes `2030-01-31 10:00` and `2030-01-31` to an instant in UTC, and leaves other text alone. */
export function asInstant(text: string): string {
  const [, date, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?$/.exec(text) ?? [];
  return date === undefined ? text : `${date}T${time}:00.000Z`;
}
