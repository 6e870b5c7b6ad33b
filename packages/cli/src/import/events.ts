import type { CreateUsageEvent } from '@billing-service/sdk';
import { UsageError } from '../failure.js';
import { CsvError, fieldsOf } from './csv.js';
import type { RawRecord } from './records.js';

export type Format = 'csv' | 'ndjson';

/** The fields of an event in the API. All other columns of a CSV file are properties. */
const TEXT_FIELDS = ['transaction_id', 'code', 'external_subscription_id', 'external_customer_id'] as const;
/** A number of more significant digits loses some of them in JavaScript. */
const SAFE_DIGITS = 15;

/** The reason why a record is not sent. */
export class RecordProblem extends Error {}

/** Reads events from the records of a file. */
export class EventReader {
  /**
   * @param columns the header of a CSV file; null for NDJSON
   * @param idPrefix begins the transaction_id of records that have none
   */
  constructor(
    private readonly columns: readonly string[] | null,
    private readonly idPrefix: string,
  ) {}

  /** @throws RecordProblem */
  eventOf({ text, line, problem }: RawRecord): CreateUsageEvent {
    if (problem !== null) throw new RecordProblem(problem);
    const event = this.columns === null ? fromJson(text) : fromRow(text, this.columns);
    event['transaction_id'] ??= `${this.idPrefix}_${line}`;
    // The service checks the fields, and names those that are wrong.
    return event as unknown as CreateUsageEvent;
  }
}

/** Returns the columns of a header row. @throws UsageError */
export function columnsOf(header: RawRecord | undefined): string[] {
  if (header?.problem !== null) {
    throw new UsageError(header?.problem ?? 'The file has no header row.');
  }
  const columns = headerFields(header.text).map((it) => it.trim());
  const twice = columns.find((it, index) => columns.indexOf(it) !== index);
  if (twice !== undefined) throw new UsageError(`The header row has the column "${twice}" twice.`);
  if (!columns.includes('code')) {
    throw new UsageError(
      'The header row has no column "code". The first row must have the names of the columns.',
    );
  }
  return columns;
}

function headerFields(row: string): string[] {
  try {
    return fieldsOf(row);
  } catch (error) {
    throw error instanceof CsvError ? new UsageError(`The header row is not CSV. ${error.message}`) : error;
  }
}

function fromJson(text: string): Record<string, unknown> {
  const event = parse(text);
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    throw new RecordProblem('The line is not a JSON object.');
  }
  const number = unsafeNumber(text);
  if (number !== undefined) {
    throw new RecordProblem(
      `The number ${number} has more than ${SAFE_DIGITS} digits. Write it as a string.`,
    );
  }
  return event as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RecordProblem(`The line is not JSON: ${(error as Error).message}`);
  }
}

/** Returns a number that JavaScript would round. */
function unsafeNumber(json: string): string | undefined {
  if (!/[\d.]{16}|\de/i.test(json)) return undefined;
  const withoutStrings = json.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return withoutStrings.match(/\d[\d.eE+-]*/g)?.find((it) => {
    const digits = it.replace(/e.*$/i, '').replace('.', '').replace(/^0+/, '');
    return digits.length > SAFE_DIGITS || !Number.isFinite(Number(it));
  });
}

function fromRow(row: string, columns: readonly string[]): Record<string, unknown> {
  const fields = rowFields(row);
  if (fields.length !== columns.length) {
    throw new RecordProblem(`The row has ${fields.length} fields, but the header has ${columns.length}.`);
  }
  const event: Record<string, unknown> = {};
  const properties: [string, string][] = [];
  columns.forEach((column, index) => {
    const value = fields[index] ?? '';
    if (value === '') return; // an empty field is absent
    if (column === 'timestamp') event['timestamp'] = timestampOf(value);
    else if (TEXT_FIELDS.some((it) => it === column)) event[column] = value;
    else properties.push([column, value]);
  });
  // fromEntries, unlike an assignment, also takes a column named __proto__.
  if (properties.length > 0) event['properties'] = Object.fromEntries(properties);
  return event;
}

function rowFields(row: string): string[] {
  try {
    return fieldsOf(row);
  } catch (error) {
    throw error instanceof CsvError ? new RecordProblem(error.message) : error;
  }
}

/** The API takes Unix seconds only as a number. */
function timestampOf(text: string): string | number {
  return /^\d{1,12}(\.\d{1,3})?$/.test(text) ? Number(text) : text;
}
