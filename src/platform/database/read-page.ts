import { ValidationFailedError } from '../errors/app-error';
import { decodeCursor, digestOfList, encodeCursor, type Cursor, type Position } from '../http/cursor';
import type { Order, Page, PageQuery } from '../http/paging';

/**
 * Rows that one statement reads. Reading a large page in several statements lets the event loop serve other requests
 * between them (docs/decisions.md#fairness-of-the-api).
 */
const SLICE_ROWS = 100;

/** Types of fields that lists are ordered by, and the values of them that PostgreSQL accepts. */
const ORDERED_TYPES = {
  timestamptz: (text: string) => isInstant(text),
  date: (text: string) => isInstant(`${text}T00:00:00.000Z`),
  bigint: (text: string) => /^-?\d{1,18}$/.test(text),
  integer: (text: string) => /^-?\d{1,9}$/.test(text),
  text: (text: string) => !text.includes('\0'),
} satisfies Record<string, (text: string) => boolean>;

/** Type of the field that a list is ordered by. */
export type OrderedType = keyof typeof ORDERED_TYPES;

/** Whether lists can be ordered by a column of this type. */
export const isOrderedType = (type: unknown): type is OrderedType => String(type) in ORDERED_TYPES;

function isInstant(text: string): boolean {
  const date = new Date(text);
  return /^[1-9]\d{3}-/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

/** Rows that follow each other in a list. */
export interface Slice {
  direction: 'ASC' | 'DESC';
  /** Only rows that come after this one in the direction; null: from the start. */
  after: Position | null;
  /** Rows to skip. */
  skip: number;
  take: number;
}

/** A list that can be read page by page. */
export interface ListSource<Row> {
  /** Its name, the owner of its rows and its filters: a cursor is valid for the same ones only. */
  identity: readonly unknown[];
  /** Null: the list is ordered by id. */
  orderedBy: OrderedType | null;
  /** Reads rows in the given direction, ties by id in the same direction. */
  rows(slice: Slice): Promise<Row[]>;
  positionOf(row: Row): Position;
  /** Counts all rows. */
  count(): Promise<number>;
}

/**
 * Reads the page that the query asks for (docs/decisions.md#lists).
 *
 * @throws ValidationFailedError for a cursor of another list.
 */
export async function readPage<Row>(query: PageQuery, source: ListSource<Row>): Promise<Page<Row>> {
  const order = query.order();
  const list = digestOfList(source.identity, order);
  const cursor = cursorOf(query, list, source.orderedBy);
  const isBackward = query.before !== undefined;
  const start = { direction: isBackward ? opposite(order) : order.direction, skip: query.skip ?? 0 };
  const after = cursor?.position ?? null;
  const rows = await readRows(source, { ...start, after, take: query.limit + 1 });
  const total = cursor?.total ?? (await source.count());
  const items = rows.slice(0, query.limit);
  const hasMore = rows.length > query.limit;
  if (isBackward) items.reverse();
  const [hasNext, hasPrevious] = isBackward ? [true, hasMore] : [hasMore, cursor !== null || start.skip > 0];
  const encode = (row: Row | undefined): string | null =>
    row === undefined ? null : encodeCursor({ list, total, position: source.positionOf(row) });
  return {
    items,
    total,
    next: hasNext ? encode(items.at(-1)) : null,
    previous: hasPrevious ? encode(items[0]) : null,
  };
}

/** Maps the rows of a page, a slice at a time, with queries for what belongs to them. */
export async function mapPage<T, R>(
  page: Page<T>,
  map: (slice: readonly T[]) => Promise<readonly R[]>,
  sliceRows = SLICE_ROWS,
): Promise<Page<R>> {
  const items: R[] = [];
  for (let from = 0; from < page.items.length; from += sliceRows) {
    items.push(...(await map(page.items.slice(from, from + sliceRows))));
  }
  return { ...page, items };
}

/** Returns the condition for the rows after the position of a slice; `add` returns the placeholder of a value. */
export function conditionAfter(
  slice: Pick<Slice, 'direction'>,
  after: Position,
  columns: { id: string; value: string },
  add: (value: string) => string,
): string {
  const isAfter = slice.direction === 'DESC' ? '<' : '>';
  if (after.value === null) return `${columns.id} ${isAfter} ${add(after.id)}`;
  return `(${columns.value}, ${columns.id}) ${isAfter} (${add(after.value)}, ${add(after.id)})`;
}

async function readRows<Row>(source: ListSource<Row>, slice: Slice): Promise<Row[]> {
  const rows: Row[] = [];
  let { after, skip } = slice;
  for (;;) {
    const take = Math.min(SLICE_ROWS, slice.take - rows.length);
    const read = await source.rows({ ...slice, after, skip, take });
    rows.push(...read);
    const last = read.at(-1);
    if (last === undefined || read.length < take || rows.length === slice.take) return rows;
    after = source.positionOf(last);
    skip = 0;
  }
}

function cursorOf(query: PageQuery, list: string, orderedBy: OrderedType | null): Cursor | null {
  const [name, text] = query.before === undefined ? ['after', query.after] : ['before', query.before];
  if (text === undefined) return null;
  const cursor = decodeCursor(text);
  if (cursor?.list === list && isPosition(cursor.position, orderedBy)) return cursor;
  throw ValidationFailedError.of(
    name,
    'invalid_value',
    `${name} is a cursor of another list: send it with the path, filters and order_by of the page that it is from.`,
  );
}

function isPosition({ value }: Position, orderedBy: OrderedType | null): boolean {
  if (orderedBy === null || value === null) return orderedBy === value;
  return ORDERED_TYPES[orderedBy](value);
}

const opposite = ({ direction }: Order<string>): 'ASC' | 'DESC' => (direction === 'ASC' ? 'DESC' : 'ASC');
