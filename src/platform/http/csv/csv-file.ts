import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { currentDeadline, withDeadline } from '../../database/deadline';
import { logFailure } from '../../database/log-failure';
import type { Page, PageQuery } from '../paging';
import { requestIdOf } from '../request-context';
import { headerOf, recordOf, type CsvTable } from './csv-table';

/** Number of rows that are read at a time, each time in a transaction of their own. */
const PAGE = 500;
/** After this time without progress, the connection of a client that does not read is closed. */
const STALLED_MS = 120_000;
const CONTENT_TYPE = 'text/csv; charset=utf-8; header=present';

/** How the rows of a file are read and mapped. */
export interface CsvSource<T, R> {
  /** Order of the list. */
  query: PageQuery;
  read: (query: PageQuery) => Promise<Page<T>>;
  map: (item: T) => R;
}

/**
 * Returns all rows of a list as a file, which is read page by page as the client receives it, until the client
 * disconnects. Reads the first page at once, so that its errors are responses. A later failure cuts the connection:
 * without the end of its last chunk, no client takes the response for complete.
 */
export async function csvFile<T, R>(
  response: Response,
  table: CsvTable<R>,
  source: CsvSource<T, R>,
): Promise<StreamableFile> {
  const deadline = currentDeadline();
  const first = await pageAfter(source, null);
  // A file takes longer than a request may: each further page has the time of a request.
  const next = (after: string): Promise<Page<T>> =>
    deadline === undefined
      ? pageAfter(source, after)
      : withDeadline(deadline.restarted(), () => pageAfter(source, after));
  response.setTimeout(STALLED_MS); // without a listener, Node closes the connection
  const file = new StreamableFile(
    Readable.from(textOf(table, source.map, first, next), { objectMode: false }),
    {
      type: CONTENT_TYPE,
      disposition: `attachment; filename="${table.name}.csv"`,
    },
  );
  file.setErrorLogger(() => undefined); // called for errors of the connection: the client has disconnected
  return file.setErrorHandler((error) => {
    logFailure(
      error,
      { request_id: requestIdOf(response.req), file: table.name },
      'Could not finish a CSV file',
    );
    response.destroy();
  });
}

async function* textOf<T, R>(
  table: CsvTable<R>,
  map: (item: T) => R,
  first: Page<T>,
  next: (after: string) => Promise<Page<T>>,
): AsyncGenerator<string> {
  yield headerOf(table);
  for (let page = first; ; page = await next(page.next)) {
    const text = page.items.map((it) => recordOf(table, map(it))).join('');
    if (text !== '') yield text;
    if (page.next === null) return;
  }
}

function pageAfter<T, R>({ query, read }: CsvSource<T, R>, after: string | null): Promise<Page<T>> {
  const { order_by } = query;
  const order = () => query.order();
  return read({ limit: PAGE, order_by, order, isExport: true, ...(after !== null && { after }) });
}
