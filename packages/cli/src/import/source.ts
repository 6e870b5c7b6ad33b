import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { UsageError } from '../failure.js';
import type { Format } from './events.js';
import { RecordSplitter, type RawRecord, type Start } from './records.js';

const CHUNK_BYTES = 256 * 1024;
const EXTENSIONS: Readonly<Record<string, Format>> = { csv: 'csv', ndjson: 'ndjson', jsonl: 'ndjson' };

/** The file of an import, or stdin. */
export class Source {
  private constructor(
    /** null for stdin. */
    readonly path: string | null,
    readonly format: Format,
    /** Size in bytes; 0 if it is unknown. */
    readonly size: number,
  ) {}

  /** @throws UsageError */
  static of(file: string, format: string | undefined): Source {
    const known = format ?? EXTENSIONS[/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ''];
    if (known !== 'csv' && known !== 'ndjson') {
      throw new UsageError(`The format of "${file}" is unknown: pass --format csv or --format ndjson.`);
    }
    if (file === '-') return new Source(null, known, 0);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) throw new UsageError(`The file "${file}" does not exist.`);
    if (!stat.isFile()) throw new UsageError(`"${file}" is not a file. Use - to read from stdin.`);
    return new Source(file, known, stat.size);
  }

  /** Returns the SHA-256 of a file. Nothing identifies stdin, so that each import of it is a new one. */
  async sha256(): Promise<string> {
    if (this.path === null) return randomUUID().replaceAll('-', '');
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(this.path, { highWaterMark: CHUNK_BYTES }))
      hash.update(chunk as Buffer);
    return hash.digest('hex');
  }

  /** Yields the records, without blank lines. */
  async *records(start: Start): AsyncGenerator<RawRecord> {
    const splitter = new RecordSplitter(this.format === 'csv', start);
    const options = { start: start.offset, highWaterMark: CHUNK_BYTES };
    const stream = this.path === null ? process.stdin : createReadStream(this.path, options);
    for await (const chunk of stream) yield* splitter.push(chunk as Buffer).filter(isNotBlank);
    yield* splitter.end().filter(isNotBlank);
  }
}

function isNotBlank({ text, problem }: RawRecord): boolean {
  return problem !== null || text.trim() !== '';
}
