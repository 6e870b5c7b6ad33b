import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, ValidateBy } from 'class-validator';
import type { Response } from 'express';
import { mapInSlices } from '../batching/slices';
import { decodeCursor } from './cursor';
import { field, satisfies } from './field-definition';
import { IntegerField } from './fields';

/** Largest `skip`: keeps its sum with `limit` within the range of SQL integers. */
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
const ORDER_BY = {
  type: String,
  default: 'created_at:desc',
  required: false,
  example: 'created_at:desc',
  description: 'Field to order by; ascending, or descending with `:desc`. Ties are ordered by id.',
};
const CURSOR_EXAMPLE = 'WyJ4TVZkM2hrNUJDa3F6d1JlIiwyNTAsIjAxOTlh';

/** The order of a list. Ties are ordered by id in the same direction, so that pages never overlap. */
export interface Order<Field extends string> {
  field: Field;
  direction: 'ASC' | 'DESC';
}

/** A page of records and the total number of matches. */
export interface Page<T> {
  items: T[];
  total: number;
  /** Cursor of the records after this page; null on the last page. */
  next: string | null;
  /** Cursor of the records before this page; null on the first page. */
  previous: string | null;
}

/** The query parameters of every list. */
export interface PageQuery<Field extends string = string> {
  /** Undefined: 0, or a cursor says where the page begins. */
  skip?: number;
  limit: number;
  order_by: string;
  after?: string;
  before?: string;
  order(): Order<Field>;
}

/**
 * Base class of a list's query parameters: `skip`, `limit`, `after`, `before`, and `order_by` over an allow-list
 * (docs/decisions.md#lists: `field` or `field:asc|desc`; default `created_at:desc`).
 */
export function pageQuery<const Field extends string>(fields: readonly Field[]): new () => PageQuery<Field> {
  const allowed = fields.flatMap((name) => [name, `${name}:asc`, `${name}:desc`]);

  class PageQueryOf implements PageQuery<Field> {
    @IntegerField(SKIP)
    skip?: number;

    @IntegerField(LIMIT)
    limit = 100;

    @ApiProperty({ ...ORDER_BY, enum: allowed })
    @Transform(({ value }: { value: unknown }) => value)
    @IsIn(allowed, { message: `must be one of: ${allowed.join(', ')}`, context: { code: 'invalid_value' } })
    order_by = 'created_at:desc';

    @CursorField('Only records after this cursor, which is in the `Link` header of a page', ['skip'])
    after?: string;

    @CursorField('Only records before this cursor, the nearest ones', ['skip', 'after'])
    before?: string;

    order(): Order<Field> {
      const [name, direction] = this.order_by.split(':') as [Field, string | undefined];
      return { field: name, direction: direction === 'desc' ? 'DESC' : 'ASC' };
    }
  }
  return PageQueryOf;
}

/** A cursor, which the other parameters exclude. */
function CursorField(description: string, excluded: readonly string[]): PropertyDecorator {
  return field(
    { description, example: CURSOR_EXAMPLE, optional: true },
    { type: String },
    ...excluded.map(notWith),
    satisfies(
      'isCursor',
      (it) => decodeCursor(it) !== null,
      'invalid_format',
      'is not a cursor: use one from the Link header of a page',
    ),
  );
}

const notWith = (other: string): PropertyDecorator =>
  ValidateBy(
    {
      name: `not with ${other}`,
      validator: {
        validate: (_, on) => (on?.object as Record<string, unknown> | undefined)?.[other] === undefined,
        defaultMessage: () => `cannot be combined with ${other}: leave out ${other}`,
      },
    },
    { context: { code: 'invalid_value' } },
  );

/** Sets `X-Total-Count` and `Link`, and maps the records to the response body. */
export function sendPage<T, R>(response: Response, page: Page<T>, map: (item: T) => R): Promise<R[]> {
  response.setHeader('X-Total-Count', page.total);
  const links = linksOf(response.req.originalUrl, page);
  if (links.length > 0) response.setHeader('Link', links.join(', '));
  return mapInSlices(page.items, map);
}

/** As `sendPage`, for a list without paging. */
export function sendAll<T, R>(response: Response, items: T[], map: (item: T) => R): Promise<R[]> {
  return sendPage(response, { items, total: items.length, next: null, previous: null }, map);
}

/** RFC 8288. The targets have no host: behind a proxy, the service does not know the one that clients use. */
function linksOf(url: string, { next, previous }: Page<unknown>): string[] {
  const [path = '', query = ''] = url.split('?', 2);
  const link = (relation: string, parameter: string, cursor: string | null): string[] => {
    if (cursor === null) return [];
    const parameters = new URLSearchParams(query);
    for (const name of ['skip', 'after', 'before']) parameters.delete(name);
    parameters.set(parameter, cursor);
    return [`<${path}?${parameters.toString()}>; rel="${relation}"`];
  };
  return [...link('next', 'after', next), ...link('prev', 'before', previous)];
}
