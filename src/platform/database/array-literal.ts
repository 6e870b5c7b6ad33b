/**
 * Builds PostgreSQL array literals for statements that take hundreds of rows as arrays. The driver's own conversion
 * visits every value several times and would add considerably to the cost of these statements.
 */

/** Returns the literal of values that need no quotes: IDs, numbers, instants, constants. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  return `{${(values.includes(null) ? values.map((it) => it ?? 'NULL') : values).join(',')}}`;
}

/** Returns the literal of strings, quoted and escaped. */
export function textArray(values: readonly (string | null)[]): string {
  if (values.length === 0) return '{}';
  // Strings rarely need escaping: testing all of them together is the fast path.
  if (!values.includes(null) && !SPECIAL.test(values.join(','))) return `{"${values.join('","')}"}`;
  return `{${values.map((it) => (it === null ? 'NULL' : quoted(it))).join(',')}}`;
}

const SPECIAL = /["\\]/;
const EACH_SPECIAL = /["\\]/g;

function quoted(text: string): string {
  return `"${SPECIAL.test(text) ? text.replace(EACH_SPECIAL, '\\$&') : text}"`;
}
