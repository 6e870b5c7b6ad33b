import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';
import type { Schemas } from '@billing-service/sdk';
import { CommandError, UsageError } from '../failure.js';

export type UsageEvent = Schemas['CreateUsageEvent'];
export type Format = 'csv' | 'ndjson';

/** A line of the file: its event, or why it is none. */
export interface Line {
  /** From 1, the header included. */
  number: number;
  /** What the file has there. */
  source: unknown;
  event?: UsageEvent;
  reason?: string;
}

const FIELDS = ['transaction_id', 'code', 'external_subscription_id', 'external_customer_id', 'timestamp'];
/** Bytes of a record; a quote that is not closed must not read the rest of the file into memory. */
const MAX_RECORD_BYTES = 256 * 1024;

/** Returns the format by the end of the file's name. */
export function formatOf(path: string): Format {
  if (/\.csv$/i.test(path)) return 'csv';
  if (/\.(ndjson|jsonl)$/i.test(path)) return 'ndjson';
  throw new UsageError(
    `${path} ends neither in .csv nor in .ndjson or .jsonl. Name the format with --format.`,
  );
}

/** Reads a file line by line; `onBytes` is told how many bytes have been read. */
export function readLines(
  path: string,
  format: Format,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Line> {
  return format === 'csv' ? csvLines(path, onBytes) : ndjsonLines(path, onBytes);
}

async function* ndjsonLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Line> {
  const stream = createReadStream(path);
  let number = 0;
  for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
    number++;
    onBytes(stream.bytesRead);
    if (text.trim() !== '') yield jsonLine(number, text.replace(/^\uFEFF/, ''));
  }
}

function jsonLine(number: number, text: string): Line {
  if (text.length > MAX_RECORD_BYTES) {
    return {
      number,
      source: text.slice(0, 200),
      reason: `The line is longer than ${MAX_RECORD_BYTES} bytes.`,
    };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { number, source: text, reason: 'The line is not valid JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { number, source: text, reason: 'The line is not a JSON object.' };
  }
  return { number, source: value, event: eventOf(Object.entries(value)) };
}

async function* csvLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Line> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  const stream = createReadStream(path);
  stream.on('error', (error) => parser.destroy(error));
  stream.pipe(parser);
  let header: string[] | null = null;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      onBytes(stream.bytesRead);
      if (header === null) header = checkedHeader(record);
      else yield csvLine(info.lines, header, record);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')) {
      throw new CommandError(`${path}: ${error.message}`);
    }
    throw error;
  }
}

function checkedHeader(record: string[]): string[] {
  const header = record.map((name) => name.trim());
  const missing = ['transaction_id', 'code'].filter((name) => !header.includes(name));
  if (missing.length > 0)
    throw new UsageError(`The first line must name the columns; there is no ${missing.join(', no ')}.`);
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`The column "${twice}" is there twice.`);
  return header;
}

function csvLine(number: number, header: string[], record: string[]): Line {
  if (record.length !== header.length) {
    const reason = `The line has ${record.length} columns, the header ${header.length}.`;
    return { number, source: record, reason };
  }
  const cells = header.map((name, index): [string, string] => [name, record[index] ?? '']);
  const filled = cells.filter(([, value]) => value !== '');
  return { number, source: Object.fromEntries(cells), event: eventOf(filled) };
}

/** Every column that is no field of an event is a property; an object `properties` is as it stands. */
function eventOf(entries: readonly [string, unknown][]): UsageEvent {
  const fields: Record<string, unknown> = {};
  const properties: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    if (name === 'timestamp') fields[name] = timestampOf(value);
    else if (FIELDS.includes(name)) fields[name] = value;
    else if (name === 'properties' && typeof value === 'object') Object.assign(properties, value);
    else properties[name] = value;
  }
  return { ...fields, properties } as UsageEvent; // the API checks it and says what is wrong
}

/** Unix seconds are a number for the API; a column of a CSV file is text. */
function timestampOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
