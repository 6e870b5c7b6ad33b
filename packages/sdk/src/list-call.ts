import type { RequestOptions } from './resource.js';
import type { Call, Transport } from './transport.js';

/** A page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Number of records that match the filters. */
  totalCount: number;
  /** Cursor for `after` of the next page, or null after the last. */
  nextCursor: string | null;
  /** Cursor for `before` of the previous page, or null on the first. */
  previousCursor: string | null;
  /** Returns the next page, or null after the last. */
  nextPage(): Promise<Page<Item> | null>;
}

/** A list, which sends requests only when it is used: `await` returns the first page, `for await` visits all records. */
export class ListCall<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  constructor(
    private readonly transport: Transport,
    private readonly call: Call,
    private readonly options?: RequestOptions,
  ) {}

  then<Result = Page<Item>, Failure = never>(
    onFulfilled?: ((page: Page<Item>) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.page(this.call).then(onFulfilled, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    for (let page: Page<Item> | null = await this; page !== null; page = await page.nextPage())
      yield* page.items;
  }

  private async page(call: Call): Promise<Page<Item>> {
    const { body: items, headers } = await this.transport.request<Item[]>(call, this.options);
    const totalCount = Number(headers.get('x-total-count'));
    const link = headers.get('link');
    const next = nextCall(call, link, items.length, totalCount);
    const nextCursor = cursorOf(link, 'next', 'after');
    const previousCursor = cursorOf(link, 'prev', 'before');
    return {
      items,
      totalCount,
      nextCursor,
      previousCursor,
      nextPage: async () => (next === null ? null : this.page(next)),
    };
  }
}

/** Returns the call of the next page: the one that the service names, or the next records of a service without cursors. */
function nextCall(call: Call, link: string | null, count: number, totalCount: number): Call | null {
  if (link !== null) {
    const path = nextPath(call.path, link);
    return path === null ? null : { method: 'GET', path };
  }
  const {
    skip = 0,
    after,
    before,
  } = (call.query ?? {}) as { skip?: number; after?: string; before?: string };
  const isLast = count === 0 || skip + count >= totalCount;
  const usesCursors = after !== undefined || before !== undefined || call.path.includes('?');
  return isLast || usesCursors ? null : { ...call, query: { ...call.query, skip: skip + count } };
}

/** Returns the reference of the next page as a path. Ignores its origin, which must not get the API key. */
function nextPath(path: string, link: string): string | null {
  const reference = referenceOf(link, 'next');
  if (reference === undefined) return null;
  const { pathname, search } = new URL(reference, new URL(path, 'http://service'));
  return pathname + search;
}

/** Returns a parameter of the reference with a relation. */
function cursorOf(link: string | null, relation: 'next' | 'prev', parameter: string): string | null {
  const reference = referenceOf(link ?? '', relation);
  if (reference === undefined) return null;
  return new URL(reference, 'http://service').searchParams.get(parameter);
}

/** Returns the reference of `<reference>; rel="<relation>"`. */
function referenceOf(link: string, relation: 'next' | 'prev'): string | undefined {
  return new RegExp(`<([^>]*)>(?=[^<]*;\\s*rel="?${relation}"?)`, 'i').exec(link)?.[1];
}
