/**
 * A character is a Unicode code point, as in JSON Schema and PostgreSQL. The `length` of a string counts UTF-16 units, of
 * which a character has one or two.
 */

/** Returns whether the text has more than `max` characters. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || [...text].length > max;
}

/** Returns the first `count` characters of the text. */
export function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('');
}
