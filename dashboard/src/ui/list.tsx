import type { Page } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Alert } from './layout';
import { Table, type Column } from './table';

const PAGE_SIZE = 50;

/** The part of an address that says which page of a list is shown, and its filters. */
export type ListSearch = Partial<Record<string, string>>;

/** Keeps the texts of an address; for `validateSearch` of a route with a list. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}

interface Props<Row> {
  /** Names the list for screen readers, and in the cache. */
  label: string;
  /** ID of the record that the list belongs to. */
  of?: string;
  search: ListSearch;
  load: (
    query: { limit: number; after?: string; before?: string },
    signal: AbortSignal,
  ) => PromiseLike<Page<Row>>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Shown if there are no records at all. */
  empty: ReactNode;
}

/** A list, page by page: its place is in the address, so that the browser's buttons work. */
export function List<Row>({ label, of, search, load, columns, keyOf, empty }: Props<Row>) {
  const { data, error } = useQuery({
    queryKey: [label, of, search],
    queryFn: async ({ signal }) => {
      const { after, before } = search;
      const place = after !== undefined ? { after } : before !== undefined ? { before } : {};
      const { items, totalCount, nextCursor, previousCursor } = await load(
        { limit: PAGE_SIZE, ...place },
        signal,
      );
      return { items, totalCount, nextCursor, previousCursor };
    },
    placeholderData: keepPreviousData,
  });
  if (data === undefined) {
    return error === null ? <p className="text-muted">Loading …</p> : <Alert>{error.message}</Alert>;
  }
  if (data.totalCount === 0) return empty;
  return (
    <>
      {error !== null && <Alert>{error.message}</Alert>}
      <Table label={label} columns={columns} rows={data.items} keyOf={keyOf} />
      <nav
        aria-label={`Pages of ${label}`}
        className="mt-2 flex items-center justify-between gap-3 text-muted"
      >
        <span>{data.totalCount.toLocaleString()} in total</span>
        <span className="flex gap-3">
          <PageLink search={search} cursor={data.previousCursor} parameter="before">
            ← Previous
          </PageLink>
          <PageLink search={search} cursor={data.nextCursor} parameter="after">
            Next →
          </PageLink>
        </span>
      </nav>
    </>
  );
}

interface PageLinkProps {
  search: ListSearch;
  cursor: string | null;
  parameter: 'after' | 'before';
  children: ReactNode;
}

function PageLink({ search, cursor, parameter, children }: PageLinkProps) {
  if (cursor === null) return null;
  return (
    <Link to="." search={{ ...without(search, 'after', 'before'), [parameter]: cursor }}>
      {children}
    </Link>
  );
}

/** A filter or another page: the address without what they replace. */
export function without(search: ListSearch, ...names: readonly string[]): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));
}
