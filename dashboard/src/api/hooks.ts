import type { ItemOf, ListPath, ResultOf } from '@billing-service/sdk';
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { load, loadPage, type Init, type Loaded, type Page, type PathWith } from './client';

/** How often what is shown is read again. Query stops while the tab is hidden. */
export const LIVE_MS = 4_000;

interface ReadOptions extends Pick<Init, 'path' | 'query'> {
  /** False while there is nothing to ask for, or no scope for it. */
  enabled?: boolean;
  /** Milliseconds between reads; false for what changes only by hand. */
  every?: number | false;
}

/** Reads a record and keeps it current. */
export function useRecord<Path extends PathWith<'get'>>(
  path: Path,
  { enabled = true, every = LIVE_MS, ...init }: ReadOptions = {},
): UseQueryResult<Loaded<ResultOf<Path, 'get'>>> {
  return useQuery({
    queryKey: ['record', path, init.path ?? {}, init.query ?? {}],
    queryFn: ({ signal }) => load(path, { ...init, signal }),
    enabled,
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });
}

/** Reads one page of a list and keeps it current. */
export function usePage<Path extends ListPath>(
  path: Path,
  { enabled = true, every = LIVE_MS, ...init }: ReadOptions = {},
): UseQueryResult<Page<ItemOf<Path>>> {
  return useQuery({
    queryKey: ['page', path, init.path ?? {}, init.query ?? {}],
    queryFn: ({ signal }) => loadPage(path, { ...init, signal }),
    enabled,
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });
}

/** Returns a function that reads again everything that is shown, after a change. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind === 'record' || kind === 'page' });
}
