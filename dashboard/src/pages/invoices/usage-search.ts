import type { ListSearch } from '../../ui/list';

/** Returns the filters of a path of the API, such as `/v1/events?code=storage`, as those of the usage page. */
export function usageSearchOf(path: string): ListSearch {
  return Object.fromEntries(new URL(path, 'http://service').searchParams);
}
