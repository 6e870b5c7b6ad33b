import { ValidationFailedError } from '../errors/app-error';
import { cursorText, fitsType, listDigest, parseCursor, type Position } from '../http/cursor';
import type { Order, Page, PageQuery } from '../http/paging';

type Direction = Order<string>['direction'];

/** The records that a query of a list selects. */
export interface Section {
  direction: Direction;
  /** Where the section begins; null for the first record in this direction. */
  from: Position | null;
  skip: number;
  limit: number;
}

/** A list whose order ends with the ID. */
export interface CursorList<T extends { id: string }> {
  /** Identifies the list together with its filters, including the organization; cursors of others are refused. */
  identity: string;
  /** Column type of the sort value; null if the list is sorted by ID alone. */
  valueType: string | null;
  /** Returns the sort value of a record as text, without loss of precision. */
  valueOf(item: T): string | null;
  read(section: Section): Promise<T[]>;
  count(): Promise<number>;
}

interface Start {
  backwards: boolean;
  position: Position;
}

const opposite = (direction: Direction): Direction => (direction === 'ASC' ? 'DESC' : 'ASC');

/** Returns the operator that compares the sort value and the ID of a record with those of `from`. */
export function operatorOf({ direction }: Section, { inclusive }: Position): string {
  return `${direction === 'ASC' ? '>' : '<'}${inclusive ? '=' : ''}`;
}

/**
 * Returns one page of a list, with cursors to the pages beside it. Reads one record more than the page has, to find out
 * whether another page follows.
 *
 * @throws ValidationFailedError if the query has a cursor of another list, other filters or another order
 */
export async function cursorPage<T extends { id: string }>(
  query: PageQuery,
  list: CursorList<T>,
): Promise<Page<T>> {
  const { field, direction } = query.order();
  const digest = listDigest(JSON.stringify([list.identity, field, direction]));
  const start = startOf(query, digest, list.valueType);
  const { skip = 0, limit } = query;
  const section: Section = {
    direction: start?.backwards === true ? opposite(direction) : direction,
    from: start?.position ?? null,
    skip,
    limit: limit + 1,
  };
  const rows = await list.read(section);
  const items = rows.slice(0, limit);
  const isExport = query.isExport === true;
  const isBehind = !isExport && (await isAnyBehind(list, section, start, items.length));
  if (start?.backwards === true) items.reverse();
  const beside = (item: T | undefined): string | null => {
    const position = item === undefined ? otherSide(start) : { ...positionOf(list, item), inclusive: false };
    return position === null ? null : cursorText({ list: digest, position });
  };
  const [before, after] =
    start?.backwards === true ? [rows.length > limit, isBehind] : [isBehind, rows.length > limit];
  return {
    items,
    total: isExport ? 0 : await list.count(),
    previous: before ? beside(items.at(0)) : null,
    next: after ? beside(items.at(-1)) : null,
  };
}

const positionOf = <T extends { id: string }>(list: CursorList<T>, item: T): Omit<Position, 'inclusive'> => ({
  id: item.id,
  value: list.valueOf(item),
});

/** Returns the same boundary for a page in the other direction: the record itself belongs to one side only. */
function otherSide(start: Start | null): Position | null {
  return start === null ? null : { ...start.position, inclusive: !start.position.inclusive };
}

/**
 * Returns whether the list has records before the page, in the direction of its section. Those on the other side of the
 * cursor may have been deleted since.
 */
async function isAnyBehind<T extends { id: string }>(
  list: CursorList<T>,
  { direction, skip }: Section,
  start: Start | null,
  found: number,
): Promise<boolean> {
  if (start === null) return skip > 0 && found > 0;
  const from = otherSide(start);
  const rows = await list.read({ direction: opposite(direction), from, skip: 0, limit: 1 });
  return rows.length > 0;
}

function startOf(query: PageQuery, digest: string, valueType: string | null): Start | null {
  const name = query.before === undefined ? 'after' : 'before';
  const text = query[name];
  if (text === undefined) return null;
  const cursor = parseCursor(text);
  if (cursor?.list !== digest || !fitsType(cursor.position, valueType)) {
    const message = `${name} is a cursor of another list, order_by or filter. Omit it to get the first page, and follow its Link header.`;
    throw ValidationFailedError.of(name, 'invalid_value', message);
  }
  return { backwards: name === 'before', position: cursor.position };
}
