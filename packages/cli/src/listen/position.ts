import { join } from 'node:path';
import { readJson, writePrivately } from '../files.js';

/** Where a listener is in an inbox, stored in the settings folder so that the next one resumes there. */
export class Position {
  private readonly file: string;
  private lastId: string | null;

  constructor(folder: string, endpointId: string) {
    this.file = join(folder, 'listen', `${encodeURIComponent(endpointId)}.json`);
    const content = readJson(this.file) as { last_event_id?: unknown } | null;
    this.lastId = typeof content?.last_event_id === 'string' ? content.last_event_id : null;
  }

  /** The ID of the last message that was handled; null before the first connection. */
  get lastEventId(): string | null {
    return this.lastId;
  }

  moveTo(id: string): void {
    if (id === this.lastId) return;
    this.lastId = id;
    writePrivately(this.file, `${JSON.stringify({ last_event_id: id })}\n`);
  }
}
