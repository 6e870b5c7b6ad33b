/**
 * PostgreSQL's text of arrays, for statements that take hundreds of rows as columns: the driver's own way looks at
 * every value several times, which is a good part of what such a statement costs here.
 */

/** Of values that need no quotes: ids, numbers, instants, words of ours. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  return `{${(values.includes(null) ? values.map((it) => it ?? 'NULL') : values).join(',')}}`;
}

/** Of any text. */
export function textArray(values: readonly (string | null)[]): string {
  if (values.length === 0) return '{}';
  // As a rule nothing needs care, and then one look at all of them is enough.
  if (!values.includes(null) && !SPECIAL.test(values.join(','))) return `{"${values.join('","')}"}`;
  return `{${values.map((it) => (it === null ? 'NULL' : quoted(it))).join(',')}}`;
}

const SPECIAL = /["\\]/;
const EACH_SPECIAL = /["\\]/g;

function quoted(text: string): string {
  return `"${SPECIAL.test(text) ? text.replace(EACH_SPECIAL, '\\$&') : text}"`;
}
