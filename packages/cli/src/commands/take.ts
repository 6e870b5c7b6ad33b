const LONGEST_PAGE = 100;

/** Returns the page size for a list of which this many items are wanted. */
export const pageOf = (limit: number): number => Math.min(limit, LONGEST_PAGE);

/** Returns the first items of a list, and reads no page beyond them. */
export async function* take<Item>(items: AsyncIterable<Item>, limit: number): AsyncGenerator<Item> {
  let left = limit;
  for await (const item of items) {
    yield item;
    if (--left === 0) return;
  }
}
