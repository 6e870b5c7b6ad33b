import { once } from 'node:events';
import type { Response } from 'express';
import { logger } from '../../../platform/observability/logger';
import { throttled } from '../../../platform/observability/throttled';
import type { InboxMessage, StreamLease } from './inbox';
import { toInboxMessageResponse } from './inbox.dto';

/** Number of messages that a stream reads at a time, and so the most that wait for a slow client. */
const PAGE = 20;
/** Suggested pause of a client before it connects again. */
const RETRY_MS = 1000;
/** After this time without progress, the connection is closed. Longer than several heartbeats. */
const STALLED_MS = 120_000;
/** How long the end of a stream may wait for its client. */
const END_MS = 1000;
/** As Last-Event-ID: from the oldest message. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Where a stream begins: after the message at `position`. */
export interface StreamStart {
  position: number;
  /** The ID of that message; null if it is the beginning of the inbox. */
  id: string | null;
}

/** Returns up to `limit` messages after a position. */
export type ReadMessages = (position: number, limit: number) => Promise<InboxMessage[]>;

/**
 * Writes the messages of an inbox to a response as server-sent events, in the order of their positions. Reads the next
 * page only when the client has taken the previous one. Between pages, waits for `wake` without a database connection.
 */
export class InboxStream {
  private position: number;
  private hasEnded = false;
  private hasNews = false;
  private continues: (() => void) | null = null;

  constructor(
    readonly lease: StreamLease,
    private readonly start: StreamStart,
    private readonly response: Response,
    private readonly read: ReadMessages,
  ) {
    this.position = start.position;
    response.once('close', () => {
      this.end();
    });
  }

  /** Whether the stream has written all messages that it has read, and waits for others. */
  get isWaiting(): boolean {
    return this.continues !== null;
  }

  /** Writes messages until the stream ends. Never rejects. */
  async run(): Promise<void> {
    this.begin();
    while (!this.hasEnded) {
      this.hasNews = false;
      const isLast = await this.writePage();
      if (isLast) await this.news();
    }
    // The client may not be reading: a shutdown must not wait for it.
    this.response.setTimeout(END_MS);
    this.response.end();
  }

  /** Makes the stream read again if its inbox has messages after those that it has written. */
  wakeAt(lastPosition: number): void {
    if (lastPosition > this.position) this.wake();
  }

  /** Makes the stream read again. */
  wake(): void {
    this.hasNews = true;
    this.continues?.();
  }

  /** Writes a comment, so that proxies do not close an idle connection. */
  beat(): void {
    if (!this.hasEnded && !this.response.writableNeedDrain) this.response.write(':\n\n');
  }

  /** Ends the stream. The client connects again and continues after the last message that it received. */
  end(): void {
    this.hasEnded = true;
    if (this.response.writableNeedDrain) this.response.destroy();
    this.continues?.();
  }

  /** The first event has no data: clients remember its ID, so that they can resume before the first message. */
  private begin(): void {
    this.response.status(200).set({
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no', // nginx would collect the events
    });
    this.response.setTimeout(STALLED_MS); // without a listener, Node closes the connection
    this.response.write(`retry: ${RETRY_MS}\nid: ${this.start.id ?? BEFORE_ALL}\n\n`);
  }

  /** Returns whether there are no further messages for now. */
  private async writePage(): Promise<boolean> {
    const page = await this.read(this.position, PAGE).catch(noMessages);
    for (const message of page) {
      if (this.hasEnded) break;
      const isAccepted = this.response.write(eventOf(message));
      this.position = message.position;
      if (!isAccepted) await this.drained();
    }
    return page.length < PAGE;
  }

  private async drained(): Promise<void> {
    const abort = new AbortController();
    const closed = once(this.response, 'close', { signal: abort.signal }).catch(() => undefined);
    const drained = once(this.response, 'drain', { signal: abort.signal }).catch(() => undefined);
    await Promise.race([closed, drained]);
    abort.abort();
  }

  private news(): Promise<void> {
    if (this.hasNews || this.hasEnded) return Promise.resolve();
    return new Promise((resolve) => {
      this.continues = () => {
        this.continues = null;
        resolve();
      };
    });
  }
}

const reportFailure = throttled(5000, (_calls, reason: string) => {
  logger.warn({ reason }, 'Could not read an inbox for its stream; will retry');
});

/** The stream reads again with the next wake-up or check. */
function noMessages(error: unknown): InboxMessage[] {
  reportFailure((error as Error).message);
  return [];
}

/** JSON has no line breaks, so the data is one line. */
function eventOf(message: InboxMessage): string {
  return `id: ${message.id}\ndata: ${JSON.stringify(toInboxMessageResponse(message))}\n\n`;
}
