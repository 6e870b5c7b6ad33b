import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { SearchSource } from '../../platform/search/search-sources';
import { idIn, prefixPattern, spellingsOf, type FoundRecord } from './search.rules';

export interface SearchStatement {
  sql: string;
  values: string[];
}

@Injectable()
export class SearchRepository {
  /** Returns at most `limit` records of each field of each source, in one statement. */
  find(
    tx: Transaction,
    organizationId: string,
    sources: readonly SearchSource[],
    text: string,
    limit: number,
  ): Promise<FoundRecord[]> {
    const { sql, values } = searchStatement(organizationId, sources, text, limit);
    return tx.query<FoundRecord[]>(sql, values);
  }
}

/**
 * Returns the statement, in which every part reads one index in its order and stops at the limit. `USING ~<~` is the
 * order of text_pattern_ops, so the shortest matches come first and exact ones are never cut off.
 */
export function searchStatement(
  organizationId: string,
  sources: readonly SearchSource[],
  text: string,
  limit: number,
): SearchStatement {
  const values = [organizationId];
  const parameter = (value: string): string => `$${values.push(value)}`;
  const spellings = spellingsOf(text).map((it) => ({
    equal: `lower(${parameter(it)}::text)`,
    pattern: `lower(${parameter(prefixPattern(it))}::text)`,
  }));
  const id = idIn(text);
  const idParameter = id === null ? null : parameter(id);
  const parts = sources.flatMap((source, index) => [
    ...(idParameter === null ? [] : [`(${selected(source, index, 'id', 'true')} AND id = ${idParameter})`]),
    ...source.fields.flatMap((field) =>
      spellings.map(
        ({ equal, pattern }) =>
          `(${selected(source, index, field, `lower(${field}) = ${equal}`)} AND lower(${field}) LIKE ${pattern}
             ORDER BY lower(${field}) USING ~<~, id LIMIT ${limit})`,
      ),
    ),
  ]);
  return { sql: parts.join(' UNION ALL '), values };
}

function selected(source: SearchSource, index: number, field: string, isExact: string): string {
  const { view, title, subtitle, customerId } = source;
  return `SELECT ${index} AS source, id, (${title})::text AS title, (${subtitle})::text AS subtitle,
                 (${customerId ?? 'NULL'})::uuid AS "customerId", '${field}' AS "matchedField",
                 ${field}::text AS "matchedValue", ${isExact} AS "isExact"
            FROM ${view} WHERE organization_id = $1`;
}
