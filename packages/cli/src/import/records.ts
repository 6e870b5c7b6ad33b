import { isUtf8 } from 'node:buffer';

/** Longest record that is read. The service accepts requests of 1 MiB. */
export const MAX_RECORD_BYTES = 512 * 1024;
const SHOWN_BYTES = 1000;
const LINE_FEED = 10;
const QUOTE = 34;

/** A record of a file: a line of NDJSON, or a row of CSV, whose quoted fields may contain line breaks. */
export interface RawRecord {
  /** Number of its first line, from 1. */
  line: number;
  /** Its text without the line break; only the beginning if it is too long. */
  text: string;
  /** Offset of the byte after it, and number of the line there. */
  end: number;
  nextLine: number;
  /** Why it cannot be read; null if it can. */
  problem: string | null;
}

/** Where to begin in a file. */
export interface Start {
  offset: number;
  line: number;
}

/**
 * Splits a file into records, with the memory of one record. A quote that is never closed costs its own line only:
 * reading continues at the next one.
 */
export class RecordSplitter {
  private rest: Buffer = Buffer.alloc(0);
  private offset: number;
  private line: number;
  /** The beginning of a record that is too long, while the rest of it is skipped. */
  private skipped: Buffer | null = null;

  constructor(
    private readonly isQuoted: boolean,
    { offset, line }: Start = { offset: 0, line: 1 },
  ) {
    this.offset = offset;
    this.line = line;
  }

  /** Returns the records that end in this chunk. */
  push(chunk: Buffer): RawRecord[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    return this.take(false);
  }

  /** Returns the records at the end of the file, whose last line may lack its line break. */
  end(): RawRecord[] {
    return this.take(true);
  }

  private take(isEnd: boolean): RawRecord[] {
    const records: RawRecord[] = [];
    let from = 0;
    for (;;) {
      const next = this.next(from, isEnd, records);
      if (next === null) break;
      from = next;
    }
    this.rest = this.rest.subarray(from);
    return records;
  }

  /** Takes a record from the buffer. Returns where the next one begins; null if the buffer has no complete one. */
  private next(from: number, isEnd: boolean, records: RawRecord[]): number | null {
    const available = this.rest.length - from;
    if (available === 0 && !(isEnd && this.skipped !== null)) return null;
    const lineEnd = this.rest.indexOf(LINE_FEED, from);
    if (this.skipped !== null) return this.skip(from, lineEnd, isEnd, records);
    const { end, isOpen } = this.endOf(from, lineEnd);
    if (end !== -1) return this.add(records, from, end, end + 1, null);
    if (!isEnd && available <= MAX_RECORD_BYTES) return null;
    const problem = isOpen ? 'The line has a quote that is not closed.' : null;
    if (isOpen && lineEnd !== -1) return this.add(records, from, lineEnd, lineEnd + 1, problem);
    if (isEnd) return this.add(records, from, this.rest.length, this.rest.length, problem);
    this.skipped = Buffer.from(this.rest.subarray(from, from + SHOWN_BYTES));
    return from;
  }

  /** Drops the rest of a record that is too long. */
  private skip(from: number, lineEnd: number, isEnd: boolean, records: RawRecord[]): number | null {
    const next = lineEnd === -1 ? this.rest.length : lineEnd + 1;
    this.offset += next - from;
    if (lineEnd === -1 && !isEnd) return next === from ? null : next;
    const text = this.skipped?.toString() ?? '';
    this.skipped = null;
    records.push(this.recordOf(text, 1, `The line is longer than ${MAX_RECORD_BYTES / 1024} KiB.`));
    return next;
  }

  /** Returns the line break that ends a record, the first one outside of quotes; and whether a quote is open. */
  private endOf(from: number, lineEnd: number): { end: number; isOpen: boolean } {
    if (!this.isQuoted) return { end: lineEnd, isOpen: false };
    let isOpen = false;
    let end = lineEnd;
    let quote = this.rest.indexOf(QUOTE, from);
    for (;;) {
      while (quote !== -1 && (end === -1 || quote < end)) {
        isOpen = !isOpen;
        quote = this.rest.indexOf(QUOTE, quote + 1);
      }
      if (!isOpen || end === -1) return { end, isOpen };
      end = this.rest.indexOf(LINE_FEED, end + 1);
    }
  }

  private add(records: RawRecord[], from: number, end: number, next: number, problem: string | null): number {
    const bytes = this.rest.subarray(from, end);
    this.offset += next - from;
    let lines = 1;
    if (this.isQuoted)
      for (let it = bytes.indexOf(LINE_FEED); it !== -1; it = bytes.indexOf(LINE_FEED, it + 1)) lines++;
    // Replacement characters would silently change the data.
    const encoding = isUtf8(bytes) ? null : 'The line is not valid UTF-8.';
    records.push(this.recordOf(bytes.toString().replace(/\r$/, ''), lines, problem ?? encoding));
    return next;
  }

  private recordOf(text: string, lines: number, problem: string | null): RawRecord {
    const line = this.line;
    this.line += lines;
    // A byte order mark belongs to the file, not to its first field.
    const content = line === 1 ? text.replace(/^\ufeff/, '') : text;
    return { line, text: content, end: this.offset, nextLine: this.line, problem };
  }
}
