import { existsSync } from 'node:fs';
import type { BillingClient, Schemas } from '@billing-service/sdk';
import { client, credentials } from '../credentials.js';
import { UsageError } from '../failure.js';
import type { Output } from '../output.js';
import { Progress } from '../progress.js';
import { batches, inOrder } from './batches.js';
import { formatOf, readLines, type Format, type Line } from './lines.js';
import { RejectedLines } from './rejected-lines.js';
import { ImportState, type Counts } from './state.js';

/** Requests in progress at a time. */
const IN_PROGRESS = 4;
/** The rate limit of events is per minute: a long import waits for it more than once. */
const MAX_RETRIES = 20;

export interface ImportOptions {
  format?: Format;
  restart?: true;
}

/** The lines of a request, and what the API said of each that has an event. */
interface Outcome {
  lines: Line[];
  results: Schemas['UsageEventResult'][];
}

/** Imports usage events from a CSV or NDJSON file. Interrupted in any way, it goes on where it was when run again. */
export async function usageImport(output: Output, file: string, options: ImportOptions): Promise<void> {
  const { url } = credentials();
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const format = options.format ?? formatOf(file);
  const state = new ImportState(file, url);
  if (options.restart === true) state.remove();
  let counts = state.load();
  if (counts.line > 0) output.note(`Going on after line ${counts.line} of an interrupted import.`);
  const rejected = new RejectedLines(file, counts.rejectedBytes);
  const progress = new Progress();
  try {
    let bytes = 0;
    const lines = after(
      counts.line,
      readLines(file, format, (read) => (bytes = read)),
    );
    const billing = client({ maxRetries: MAX_RETRIES });
    for await (const outcome of inOrder(batches(lines), IN_PROGRESS, (batch) => send(billing, batch))) {
      counts = { ...counted(counts, outcome, rejected), rejectedBytes: rejected.size };
      state.save(counts);
      progress.show(bytes, state.size, `line ${counts.line}, ${counts.rejected} rejected`);
    }
    state.remove();
  } finally {
    progress.clear();
    rejected.close();
  }
  printSummary(output, counts, rejected.path);
}

/** Leaves out the lines of which the outcome is known. */
async function* after(number: number, lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  for await (const line of lines) {
    if (line.number > number) yield line;
  }
}

async function send(billing: BillingClient, lines: Line[]): Promise<Outcome> {
  const events = lines.flatMap(({ event }) => (event === undefined ? [] : [event]));
  if (events.length === 0) return { lines, results: [] };
  const { results } = await billing.post('/v1/events/batch', { body: { events } });
  return { lines, results };
}

/** Adds the outcome of a request, and writes its rejected lines to their file. */
function counted(before: Counts, { lines, results }: Outcome, rejected: RejectedLines): Counts {
  const counts = { ...before };
  const ofEvents = results[Symbol.iterator]();
  for (const line of lines) {
    counts.line = line.number;
    const result = line.event === undefined ? undefined : ofEvents.next().value;
    const reason = reasonOf(line, result);
    if (reason !== null) {
      counts.rejected++;
      rejected.add(line, reason);
    } else if (result?.status === 'duplicate') counts.duplicates++;
    else counts.imported++;
  }
  return counts;
}

/** Returns why a line was not imported; null if it was. */
function reasonOf(line: Line, result: Schemas['UsageEventResult'] | undefined): string | null {
  if (line.reason !== undefined) return line.reason;
  if (result?.status === 'accepted' || result?.status === 'duplicate') return null;
  if (result?.status === 'conflict') {
    return 'An event with this transaction_id and different content is stored already.';
  }
  return (result?.errors ?? []).map(({ message }) => message).join(' ') || 'The service gave no result.';
}

function printSummary(output: Output, counts: Counts, rejectedPath: string): void {
  const { imported, duplicates, rejected } = counts;
  const value = { imported, duplicates, rejected, rejected_file: rejected === 0 ? null : rejectedPath };
  const kept = rejected === 0 ? '' : `; they are in ${rejectedPath} with line number and reason`;
  output.result(value, `${imported} imported, ${duplicates} there already, ${rejected} rejected${kept}.`);
}
