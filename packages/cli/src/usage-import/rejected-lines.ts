import { closeSync, existsSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Line } from './lines.js';

/** The file of rejected lines, as NDJSON: line number, reason, and the line as it was read. */
export class RejectedLines {
  readonly path: string;
  private descriptor: number | null = null;

  /** @param bytes what of an interrupted import is kept; lines after it are read again. */
  constructor(
    file: string,
    private bytes: number,
  ) {
    this.path = `${file}.rejected.ndjson`;
    if (bytes === 0) rmSync(this.path, { force: true });
  }

  get size(): number {
    return this.bytes;
  }

  add({ number, source }: Line, reason: string): void {
    this.descriptor ??= this.open();
    const text = `${JSON.stringify({ line: number, reason, source })}\n`;
    this.bytes += writeSync(this.descriptor, text, this.bytes);
  }

  close(): void {
    if (this.descriptor !== null) closeSync(this.descriptor);
  }

  private open(): number {
    const descriptor = openSync(this.path, existsSync(this.path) ? 'r+' : 'w');
    ftruncateSync(descriptor, this.bytes);
    return descriptor;
  }
}
