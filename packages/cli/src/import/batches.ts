import { EventReader, RecordProblem } from './events.js';
import type { RawRecord } from './records.js';
import type { Line, Rejection } from './sender.js';

/** Limits of the service (docs/api.md#limits); the bytes leave room for the frame of the request. */
const MAX_EVENTS = 1000;
const MAX_BYTES = 1_000_000;

/** Consecutive records: the events to send, and those that are rejected without asking the service. */
export interface Batch {
  lines: Line[];
  rejected: Rejection[];
  records: number;
  /** Where the record after the batch begins. */
  end: number;
  nextLine: number;
}

/** Groups records into batches. */
export async function* batchesOf(
  records: AsyncIterable<RawRecord>,
  reader: EventReader,
): AsyncGenerator<Batch> {
  let batch = emptyBatch();
  let bytes = 0;
  for await (const record of records) {
    const line = lineOf(record, reader);
    const size = 'event' in line ? Buffer.byteLength(JSON.stringify(line.event)) + 1 : 0;
    if (batch.records >= MAX_EVENTS || bytes + size > MAX_BYTES) {
      if (batch.records > 0) yield batch;
      batch = emptyBatch();
      bytes = 0;
    }
    if ('event' in line) batch.lines.push(line);
    else batch.rejected.push(line);
    bytes += size;
    batch.records++;
    batch.end = record.end;
    batch.nextLine = record.nextLine;
  }
  if (batch.records > 0) yield batch;
}

function emptyBatch(): Batch {
  return { lines: [], rejected: [], records: 0, end: 0, nextLine: 0 };
}

function lineOf(record: RawRecord, reader: EventReader): Line | Rejection {
  const { line, text } = record;
  try {
    return { line, text, event: reader.eventOf(record) };
  } catch (error) {
    if (error instanceof RecordProblem) return { line, reason: error.message, text };
    throw error;
  }
}
