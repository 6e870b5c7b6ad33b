import type { CallResult, DeclineClass } from './payment-collector';

/** Readers of what providers answer: null for what is absent or of another type. */

type Json = Readonly<Record<string, unknown>>;

/** Returns the value at the path; undefined where there is none. */
export function at(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

/** Returns the text at the path, of any length. */
export function stringAt(value: unknown, ...path: string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** @throws Error where there is none: the provider always sends it */
export function requiredAt(value: unknown, ...path: string[]): string {
  const found = stringAt(value, ...path);
  if (found === null) throw new Error(`${path.join('.')} is missing in the answer of the provider`);
  return found;
}

/** Returns the amount at the path; 0 where there is none. @throws Error for what is no whole number */
export function integerAt(value: unknown, ...path: string[]): bigint {
  const found = at(value, ...path) ?? 0;
  if (typeof found !== 'number' || !Number.isSafeInteger(found)) {
    throw new Error(`${path.join('.')} is no whole number in the answer of the provider`);
  }
  return BigInt(found);
}

export function rowsAt(value: unknown, ...path: string[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? (found as unknown[]) : [];
}

/** Returns the instant at the path, in Unix seconds or in the format of RFC 3339. */
export function instantAt(value: unknown, ...path: string[]): Date | null {
  const found = at(value, ...path);
  if (typeof found === 'number' && found > 0) return new Date(found * 1000);
  const date = typeof found === 'string' ? new Date(found) : null;
  return date === null || Number.isNaN(date.getTime()) ? null : date;
}

/** Returns the class of a code by the table of a provider; what nobody has classified is `soft`. */
export const classOf = (table: Readonly<Partial<Record<string, DeclineClass>>>, code: string): DeclineClass =>
  table[code] ?? 'soft';

/** How long a request whose answer was lost may still arrive, after our deadline of 10 seconds. */
const UNDER_WAY_MS = 30_000;

/** Whether a request that was first sent then has arrived by now, if it ever does. */
const hasSettled = (requestedAt: Date, now: Date, windowMs: number): boolean =>
  now.getTime() - requestedAt.getTime() > windowMs;

/**
 * Returns what it means that the provider shows nothing of a request: it was never received, or may still arrive.
 *
 * @param windowMs how long it may still arrive, or may not be visible yet
 */
export function notFound(
  provider: string,
  requestedAt: Date,
  now: Date,
  windowMs = UNDER_WAY_MS,
): CallResult<null> {
  if (hasSettled(requestedAt, now, windowMs)) return { kind: 'done', value: null };
  const settlesAt = new Date(requestedAt.getTime() + windowMs + 1);
  return { kind: 'unknown', reason: `${provider} shows no such object yet.`, settlesAt };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
