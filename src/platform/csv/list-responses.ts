import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Admission } from '../admission/admission';
import { inSlices } from '../batching/slices';
import type { Caller } from '../database/caller';
import { Transactions } from '../database/transactions';
import { ValidationFailedError } from '../errors/app-error';
import { ResourceFields } from '../extensions';
import { sendPage, type Page, type PageQuery } from '../http/paging';
import { logger } from '../observability/logger';
import { csvRecord, type CsvCell, type CsvFormat } from './csv';

/** A list that a request asks for. */
export interface ListRequest<Item, Row> {
  caller: Caller;
  query: PageQuery;
  response: Response;
  readonly list: (query: PageQuery) => Promise<Page<Item>>;
  readonly map: (item: Item) => Row;
  csv: CsvFormat<Row>;
}

/** Rows that were read at once, with the cells of the fields that other modules add to them. */
interface Slice<Row> {
  readonly rows: readonly { readonly row: Row; readonly added: readonly CsvCell[] }[];
  readonly next: string | null;
}

/** Rows that are read at once: one unit of the admission, as a page of as many rows. */
const SLICE_ROWS = 100;
const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';
/** What chooses a page has no meaning for CSV, which has all rows. */
const PAGE_PARAMETERS = ['limit', 'skip', 'after', 'before'];

/** Sends lists as a page in JSON or, for `Accept: text/csv`, as all rows in CSV (docs/decisions.md#csv). */
@Injectable()
export class ListResponses {
  constructor(
    private readonly admission: Admission,
    private readonly transactions: Transactions,
    private readonly fields: ResourceFields,
  ) {}

  /** @throws ValidationFailedError for CSV with parameters of a page. */
  async send<Item, Row>(request: ListRequest<Item, Row>): Promise<Row[] | StreamableFile> {
    const { response, query, list, map } = request;
    response.vary('Accept');
    if (response.req.accepts([JSON_TYPE, CSV_TYPE]) !== CSV_TYPE) {
      return sendPage(response, await list(query), map);
    }
    assertWhole(response.req);
    const first = await this.slice(request, null); // its errors become problem responses
    const stream = Readable.from(this.records(request, first), { objectMode: false });
    // A client that disconnects ends the reading; without it, the generator would wait for ever.
    response.once('close', () => stream.destroy());
    stream.on('error', (error) => {
      logger.info(
        { organization_id: request.caller.organizationId, reason: error.message },
        'CSV ended early',
      );
    });
    const disposition = `attachment; filename="${request.csv.file}.csv"`;
    return new StreamableFile(stream, { type: `${CSV_TYPE}; charset=utf-8`, disposition });
  }

  /** Each slice waits for its turn and is a transaction of its own, so that a slow client holds neither. */
  private async *records<Item, Row>(
    request: ListRequest<Item, Row>,
    first: Slice<Row>,
  ): AsyncGenerator<string, void> {
    const { caller, response, csv } = request;
    const disconnection = new AbortController();
    response.once('close', () => {
      disconnection.abort();
    });
    yield csvRecord([...csv.columns.map(([name]) => name), ...this.addedNames(csv)]);
    for (let slice = first; ;) {
      const records: string[] = [];
      for await (const { row, added } of inSlices(slice.rows)) {
        records.push(csvRecord([...csv.columns.map(([, value]) => value(row)), ...added]));
      }
      if (records.length > 0) yield records.join('');
      if (slice.next === null) return;
      const release = await this.admission.enter(caller.organizationId, 1, disconnection.signal);
      try {
        slice = await this.slice(request, slice.next);
      } finally {
        release();
      }
    }
  }

  private async slice<Item, Row>(
    { caller, query, list, map, csv }: ListRequest<Item, Row>,
    after: string | null,
  ): Promise<Slice<Row>> {
    const { items, next } = await list(queryAfter(query, after));
    const rows: Row[] = [];
    for await (const item of inSlices(items)) rows.push(map(item));
    const { added: point } = csv;
    const names = this.addedNames(csv);
    if (point === undefined || names.length === 0)
      return { rows: rows.map((row) => ({ row, added: [] })), next };
    const { organizationId } = caller;
    const values = await this.transactions.reportFor(caller, (tx) =>
      this.fields.valuesOf(point, tx, organizationId, rows.map(idOf)),
    );
    const cells = (row: Row): CsvCell[] => names.map((name) => cellOf(values.get(idOf(row))?.[name]));
    return { rows: rows.map((row) => ({ row, added: cells(row) })), next };
  }

  private addedNames<Row>({ added }: CsvFormat<Row>): readonly string[] {
    return added === undefined ? [] : this.fields.namesOf(added);
  }
}

const idOf = (row: unknown): string => String((row as { id: unknown }).id);

/** What is no value of a cell is in it as JSON. */
function cellOf(value: unknown): CsvCell {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as CsvCell);
}

function assertWhole({ query }: Request): void {
  const name = PAGE_PARAMETERS.find((it) => query[it] !== undefined);
  if (name === undefined) return;
  const message = `${name} cannot be combined with Accept: text/csv, which returns all rows: leave it out.`;
  throw ValidationFailedError.of(name, 'invalid_value', message);
}

/** Returns the query of the rows after a cursor. */
function queryAfter(query: PageQuery, after: string | null): PageQuery {
  const slice = Object.assign(Object.create(Object.getPrototypeOf(query) as object) as PageQuery, query);
  return Object.assign(slice, { limit: SLICE_ROWS }, after === null ? {} : { after });
}
