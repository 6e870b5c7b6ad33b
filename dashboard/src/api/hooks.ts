import type { Organization } from '@billing-service/sdk';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query';
import { billing } from './client';
import { pollInterval } from './query-client';

interface LiveOptions<T> {
  enabled?: boolean;
  /** Ends the refreshing: for data that no longer changes. */
  until?: (data: T) => boolean;
}

/**
 * Returns a record or a list, refreshed every two seconds while the page is visible. `data` is undefined until the first
 * response, and keeps the last one when a refresh fails.
 */
export function useLive<T>(
  key: QueryKey,
  load: (signal: AbortSignal) => PromiseLike<T>,
  { until, ...options }: LiveOptions<T> = {},
) {
  return useQuery<T>({
    queryKey: key,
    queryFn: async ({ signal }) => load(signal),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && until?.(data) === true ? false : pollInterval(),
    ...options,
  });
}

/** Returns a record that does not change while a page is open; it is not polled. */
export function useOnce<T>(key: QueryKey, load: (signal: AbortSignal) => PromiseLike<T>) {
  return useQuery<T>({
    queryKey: key,
    queryFn: async ({ signal }) => load(signal),
    refetchInterval: false,
    staleTime: 5 * 60_000,
  });
}

/** Runs an action, then refreshes everything that the page shows. */
export function useAction<Input, Output = unknown>(
  act: (input: Input) => Promise<Output>,
): UseMutationResult<Output, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    // An open form keeps the record as it was when the form opened.
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'edited' }),
  });
}

/** Returns the organization of the session; undefined until it is loaded. */
export function useOrganization(): Organization | undefined {
  return useOnce(['organization'], () => billing.organizations.getCurrent()).data;
}
