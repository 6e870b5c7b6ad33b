import { extensionPoint } from '../extensions';

/** Records of a module that the search finds (docs/extending.md#search-sources). The texts are parts of its SQL. */
export interface SearchSource {
  /** Kind of the records, e.g. `customer`. */
  readonly objectType: string;
  /** View that `make_searchable` has created, e.g. `searchable_customers`. */
  readonly view: string;
  /**
   * Columns whose beginnings are compared. Each needs an index on `(organization_id, lower(column) text_pattern_ops, id)`.
   */
  readonly fields: readonly string[];
  /** Expression over the columns of the view, never null: the name of the record for a person. */
  readonly title: string;
  /** Expression for a further text that tells records with the same title apart. */
  readonly subtitle: string;
  /** Column with the customer of the record; null for records that belong to no customer. */
  readonly customerId: string | null;
}

export const SEARCH_SOURCES = extensionPoint<SearchSource>('search sources');
