import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import type { Response } from 'express';
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
const ORDER_BY = {
  type: String,
  default: 'created_at:desc',
  required: false,
  example: 'created_at:desc',
  description: 'Field to sort by, ascending unless followed by `:desc`; ties are broken by ID',
};

/** The order of a list. Ties are broken by ID in the same direction, so that pages never overlap. */
export interface Order<Field extends string> {
  field: Field;
  direction: 'ASC' | 'DESC';
}

/** `total` counts all matching records, not only those of the page. */
export interface Page<T> {
  items: T[];
  total: number;
}

/** The validated query parameters of every list. */
export interface PageQuery<Field extends string = string> {
  skip: number;
  limit: number;
  order_by: string;
  order(): Order<Field>;
}

/**
 * Returns the base class of a list's query parameters: `skip`, `limit`, and `order_by` with an allow-list of fields
 * (docs/api.md: `field` or `field:asc|desc`; default `created_at:desc`).
 */
export function pageQuery<const Field extends string>(fields: readonly Field[]): new () => PageQuery<Field> {
  const allowed = fields.flatMap((name) => [name, `${name}:asc`, `${name}:desc`]);

  class PageQueryOf implements PageQuery<Field> {
    @IntegerField(SKIP)
    skip = 0;

    @IntegerField(LIMIT)
    limit = 100;

    @ApiProperty({ ...ORDER_BY, enum: allowed })
    @Transform(({ value }: { value: unknown }) => value)
    @IsIn(allowed, { message: `must be one of: ${allowed.join(', ')}`, context: { code: 'invalid_value' } })
    order_by = 'created_at:desc';

    order(): Order<Field> {
      const [name, direction] = this.order_by.split(':') as [Field, string | undefined];
      return { field: name, direction: direction === 'desc' ? 'DESC' : 'ASC' };
    }
  }
  return PageQueryOf;
}

/** Sets `X-Total-Count` and returns the response body. */
export function sendPage<T, R>(response: Response, page: Page<T>, map: (item: T) => R): R[] {
  response.setHeader('X-Total-Count', page.total);
  return page.items.map(map);
}

/** Like `sendPage`, for a list without paging. */
export function sendAll<T, R>(response: Response, items: T[], map: (item: T) => R): R[] {
  return sendPage(response, { items, total: items.length }, map);
}
