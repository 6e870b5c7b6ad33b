import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import type { Response } from 'express';
import { parseCursor } from './cursor';
import { field, NotWith, satisfies } from './field-definition';
import { IntegerField } from './fields';

/** Maximum `skip`; its sum with `limit` must stay within the range of SQL integers. */
const MAX_SKIP = 1_000_000_000;

const SKIP = {
  description: 'Number of records to skip',
  example: 0,
  optional: true,
  default: 0,
  min: 0,
  max: MAX_SKIP,
  fromQuery: true,
};
const LIMIT = {
  description: 'Maximum number of records to return',
  example: 100,
  optional: true,
  default: 100,
  min: 1,
  max: 1000,
  fromQuery: true,
};
const CURSOR_EXAMPLE =
  'WyJKeDZ3MlpyVDl2TGtRNGFCIiwiMDE5OWEzYzQtNWI3ZS03ZDExLThjNTUtMGUzYjVhN2Y5ZDIxIiwiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIixmYWxzZV0';
const ORDER_BY = {
  type: String,
  required: false,
  description: 'Field to sort by, ascending unless followed by `:desc`; ties are broken by ID',
};

/** The order of a list. Ties are broken by ID in the same direction, so that pages never overlap. */
export interface Order<Field extends string> {
  field: Field;
  direction: 'ASC' | 'DESC';
}

export interface Page<T> {
  items: T[];
  /** Number of all matching records, not only those of the page. */
  total: number;
  /** Cursor for `before`; null if no records precede the page. */
  previous: string | null;
  /** Cursor for `after`; null if no records follow the page. */
  next: string | null;
}

/** The validated query parameters of every list. */
export interface PageQuery<Field extends string = string> {
  /** Undefined if not given: a request with a cursor must not contain it. */
  skip?: number;
  limit: number;
  order_by: string;
  after?: string;
  before?: string;
  /**
   * Whether only `items` and `next` are needed, and of the items only the fields that fit into a table. Never set by
   * requests.
   */
  isExport?: true;
  order(): Order<Field>;
}

/** Declares a cursor. Whether it belongs to the list is checked when the list is read (database/cursor-page.ts). */
const CursorField = (description: string): PropertyDecorator =>
  field(
    { description, example: CURSOR_EXAMPLE, optional: true },
    { type: String },
    satisfies(
      'isCursor',
      (it) => typeof it === 'string' && parseCursor(it) !== null,
      'invalid_format',
      'must be a cursor from the Link header of a list; omit it to get the first page',
    ),
  );

/**
 * Returns the base class of a list's query parameters: `skip`, `limit`, cursors, and `order_by` with an allow-list of fields
 * (docs/api.md: `field` or `field:asc|desc`). By default, the first field orders the list, descending.
 */
export function pageQuery<const Field extends string>(fields: readonly Field[]): new () => PageQuery<Field> {
  const newestFirst = `${fields[0] ?? ''}:desc`;
  const allowed = fields.flatMap((name) => [name, `${name}:asc`, `${name}:desc`]);

  class PageQueryOf implements PageQuery<Field> {
    @IntegerField(SKIP)
    @NotWith('after', 'before')
    skip?: number;

    @IntegerField(LIMIT)
    limit = 100;

    @ApiProperty({ ...ORDER_BY, enum: allowed, default: newestFirst, example: newestFirst })
    @Transform(({ value }: { value: unknown }) => value)
    @IsIn(allowed, { message: `must be one of: ${allowed.join(', ')}`, context: { code: 'invalid_value' } })
    order_by = newestFirst;

    @CursorField('Returns the records after this cursor, which the `Link` header of a page contains')
    @NotWith('before', 'skip')
    after?: string;

    @CursorField('Returns the records before this cursor, in the order of the list')
    @NotWith('after', 'skip')
    before?: string;

    order(): Order<Field> {
      const [name, direction] = this.order_by.split(':') as [Field, string | undefined];
      return { field: name, direction: direction === 'desc' ? 'DESC' : 'ASC' };
    }
  }
  return PageQueryOf;
}

/** Sets `X-Total-Count` and `Link`, and returns the response body. */
export function sendPage<T, R>(response: Response, page: Page<T>, map: (item: T) => R): R[] {
  response.setHeader('X-Total-Count', page.total);
  const links = linksOf(response.req.originalUrl, page);
  if (links.length > 0) response.setHeader('Link', links.join(', '));
  return page.items.map(map);
}

/** Returns the body of a list without paging, and sets `X-Total-Count`. */
export function sendAll<T, R>(response: Response, items: T[], map: (item: T) => R): R[] {
  response.setHeader('X-Total-Count', items.length);
  return items.map(map);
}

/** Returns links with relative references (RFC 8288), which keep all parameters but the place in the list. */
function linksOf(url: string, { next, previous }: Page<unknown>): string[] {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  for (const name of ['skip', 'after', 'before']) searchParams.delete(name);
  const link = (parameter: string, cursor: string | null, relation: string): string[] => {
    const parameters = new URLSearchParams([...searchParams, [parameter, cursor ?? '']]);
    return cursor === null ? [] : [`<${pathname}?${parameters.toString()}>; rel="${relation}"`];
  };
  return [...link('after', next, 'next'), ...link('before', previous, 'prev')];
}
