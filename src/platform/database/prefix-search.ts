import { Raw, type FindOperator } from 'typeorm';

/** Follows every character that a text can have. */
const LAST_CHARACTER = '\u{10FFFF}';

/**
 * Returns the condition that an id is among those that a search selects. An index with text_pattern_ops serves it behind
 * row security, which an index of lower(...) could not: the planner does not use functions there that might leak values.
 *
 * @param ids statement that selects the ids, made of `idsWithPrefix`
 */
export function matching(ids: string, organizationId: string, search: string): FindOperator<string> {
  const prefixes = spellingsOf(search);
  const ends = prefixes.map((it) => `${it}${LAST_CHARACTER}`);
  return Raw((column) => `${column} IN (${ids})`, {
    searched: organizationId,
    prefixes,
    ends,
  }) as FindOperator<string>;
}

/** Returns the statement that selects the ids of an organization's rows with a column that begins with the search. */
export function idsWithPrefix(table: string, column: string): string {
  return `SELECT row.id FROM unnest(:prefixes::text[], :ends::text[]) AS wanted (prefix, last)
            JOIN ${table} AS row
              ON row.organization_id = :searched AND row.${column} ~>=~ wanted.prefix AND row.${column} ~<~ wanted.last`;
}

/** Returns a text as given, in lower and upper case, and with capital initials. */
export function spellingsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const capital = lower.replace(/(^|[\s-])(\p{L})/gu, (initial) => initial.toUpperCase());
  return [...new Set([text, lower, text.toUpperCase(), capital])];
}
