import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type StreamableFile,
} from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { exampleOf } from '../../openapi/class-example';
import { prefers } from '../accept';
import { sendPage, type Page, type PageQuery } from '../paging';
import { csvFile } from './csv-file';
import { replacePart } from '../replace-part';
import { headerOf, recordOf, type CsvTable } from './csv-table';

const CSV = 'text/csv';
/** The parameters that select a page. */
const OF_PAGES = new Set(['skip', 'limit', 'after', 'before']);

/** The response of a list that is also a CSV file. */
export type ListOrCsv<R> = R[] | StreamableFile;

interface ListSource<T, R> {
  read: (query: PageQuery) => Promise<Page<T>>;
  map: (item: T) => R;
  table: CsvTable<R>;
}

/** Documents a list that is also a CSV file (docs/api.md#csv), and ignores the page that a request for CSV names. */
export function ApiListOrCsv<R extends object>(
  type: new () => R,
  table: CsvTable<NoInfer<R>>,
): MethodDecorator {
  const example = headerOf(table) + recordOf(table, exampleOf(type) as R);
  return applyDecorators(
    ApiExtraModels(type),
    ApiOkResponse({
      description: 'A page of the list or, with `Accept: text/csv`, all matching records as a CSV file',
      content: {
        'application/json': { schema: { type: 'array', items: { $ref: getSchemaPath(type) } } },
        [CSV]: { schema: { type: 'string' }, example },
      },
    }),
    UseInterceptors(WithoutPageOfCsv),
  );
}

/** Returns the page as JSON or, if the request prefers it, all records of the list as CSV. */
export async function sendListOrCsv<T, R>(
  response: Response,
  query: PageQuery,
  { table, ...source }: ListSource<T, R>,
): Promise<ListOrCsv<R>> {
  response.vary('Accept');
  if (prefers(response.req, CSV)) return csvFile(response, table, { query, ...source });
  return sendPage(response, await source.read(query), source.map);
}

/** Removes the parameters that select a page from requests for CSV, whatever their values. */
class WithoutPageOfCsv implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (prefers(request, CSV)) {
      const value = Object.fromEntries(Object.entries(request.query).filter(([name]) => !OF_PAGES.has(name)));
      replacePart(request, 'query', value);
    }
    return next.handle();
  }
}
