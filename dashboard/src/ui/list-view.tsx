import type { ItemOf, ListPath } from '@billing-service/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Query } from '../api/client';
import { usePage } from '../api/hooks';
import { messageOf } from '../lib/errors';
import { Button } from './button';
import { ErrorNote, Loading } from './empty';
import { Table, type Column } from './table';

export interface ListViewProps<Path extends ListPath> {
  label: string;
  path: Path;
  /** Values of the braces in the path. */
  pathValues?: Readonly<Record<string, string>>;
  query?: Query;
  columns: readonly Column<ItemOf<Path>>[];
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Rows of a page; 25 by default. */
  limit?: number;
  /** Name of the cursor in the address; two lists on one page need two names. */
  cursor?: string;
  /** Shown above the rows of the page that is at hand. */
  summary?: (rows: readonly ItemOf<Path>[]) => ReactNode;
}

/**
 * A list of the API, one page at a time, by cursors in the address: as fast with ten thousand rows as with ten, and kept
 * current.
 */
export function ListView<Path extends ListPath>(props: ListViewProps<Path>) {
  const { label, path, pathValues, query = {}, columns, empty, limit = 25, cursor = 'page', summary } = props;
  const at = useCursor(cursor);
  const page = usePage(path, { path: pathValues, query: { ...query, limit, ...at.query } });
  if (page.error !== null && page.data === undefined) {
    return <ErrorNote className="m-4">{messageOf(page.error)}</ErrorNote>;
  }
  if (page.data === undefined) return <Loading />;
  const { items, after, before } = page.data;
  if (items.length === 0 && at.query === undefined) return <>{empty}</>;
  return (
    <>
      {summary?.(items)}
      <Table label={label} columns={columns} rows={items} keyOf={(row) => (row as { id: string }).id} />
      {(after !== null || before !== null || at.query !== undefined) && (
        <nav
          aria-label={`Pages of ${label}`}
          className="flex justify-end gap-2 border-t border-line px-4 py-2"
        >
          <Button disabled={before === null} onClick={() => at.go(before === null ? '' : `before.${before}`)}>
            <ChevronLeft size={15} aria-hidden /> Previous
          </Button>
          <Button disabled={after === null} onClick={() => at.go(after === null ? '' : `after.${after}`)}>
            Next <ChevronRight size={15} aria-hidden />
          </Button>
        </nav>
      )}
    </>
  );
}

interface Cursor {
  query: Query | undefined;
  go: (value: string) => void;
}

/** The cursor in the address: `after.<cursor>` or `before.<cursor>`. */
function useCursor(name: string): Cursor {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const value = search[name];
  const [direction, ...rest] = value?.split('.') ?? [];
  const isKnown = direction === 'after' || direction === 'before';
  return {
    query: isKnown ? { [direction]: rest.join('.') } : undefined,
    go: (next) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, [name]: next === '' ? undefined : next }),
      }),
  };
}
