import type { Line } from './lines.js';

/** Events per request of the API. */
const MAX_EVENTS = 1_000;
/** Bytes of events per request; the API takes a body of 1 MiB. */
const MAX_BYTES = 900_000;

/** Groups lines so that each group fits into one request. Lines without an event stay in their places. */
export async function* batches(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let batch: Line[] = [];
  let bytes = 0;
  for await (const line of lines) {
    const size = line.event === undefined ? 0 : Buffer.byteLength(JSON.stringify(line.event)) + 1;
    if (batch.length === MAX_EVENTS || (batch.length > 0 && bytes + size > MAX_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(line);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Handles items with some in progress at a time; yields the results in the order of the items. */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  inProgress: number,
  handle: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = [];
  for await (const item of items) {
    const result = handle(item);
    result.catch(() => undefined); // thrown when its turn comes
    started.push(result);
    const oldest = started.length < inProgress ? undefined : started.shift();
    if (oldest !== undefined) yield await oldest;
  }
  for (const result of started) yield await result;
}
