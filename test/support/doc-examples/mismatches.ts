/**
 * Returns where `actual` differs from what the page shows, as sentences. Objects may have more fields than are
 * shown; lists have the same entries.
 */
export function mismatches(shown: unknown, actual: unknown, path: string): string[] {
  if (Array.isArray(shown)) return listMismatches(shown, actual, path);
  if (typeof shown === 'object' && shown !== null) {
    if (typeof actual !== 'object' || actual === null) return [said(path, actual, shown)];
    const fields = actual as Record<string, unknown>;
    return Object.entries(shown).flatMap(([key, value]) =>
      key in fields ? mismatches(value, fields[key], `${path}.${key}`) : [`${path} has no field "${key}"`],
    );
  }
  const isMet = Object.is(shown, actual) || isSameInstant(shown, actual) || isLike(shown, actual);
  return isMet ? [] : [said(path, actual, shown)];
}

function listMismatches(shown: unknown[], actual: unknown, path: string): string[] {
  if (!Array.isArray(actual)) return [said(path, actual, shown)];
  if (actual.length !== shown.length) {
    return [
      `${path} has ${actual.length} entries, the page shows ${shown.length}: ${JSON.stringify(actual)}`,
    ];
  }
  return shown.flatMap((it, index) => mismatches(it, actual[index], `${path}.${index}`));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A page may write `2030-02-01 09:00` for an instant, and `2030-02-01` for midnight in UTC. */
function isSameInstant(shown: unknown, actual: unknown): boolean {
  if (typeof shown !== 'string' || typeof actual !== 'string' || !INSTANT.test(actual)) return false;
  const [date = '', time = '00:00'] = shown.split(' ');
  return new Date(`${date}T${time}Z`).getTime() === Date.parse(actual);
}

/** In texts, `*` stands for what differs from run to run, such as the end of an id. */
function isLike(shown: unknown, actual: unknown): boolean {
  if (typeof shown !== 'string' || typeof actual !== 'string' || !shown.includes('*')) return false;
  const parts = shown.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(actual);
}

function said(path: string, actual: unknown, shown: unknown): string {
  return `${path} is ${JSON.stringify(actual)}, the page shows ${JSON.stringify(shown)}`;
}
