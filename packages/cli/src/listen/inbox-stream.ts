import { ApiError } from '@billing-service/sdk';
import type { Output } from '../output.js';
import { Backoff, pause } from '../pause.js';
import type { Credentials } from '../settings.js';
import { SseParser, type ServerSentEvent } from './sse.js';

/** The service sends a comment every 15 s, so that three missing ones mean a dead connection. */
const SILENCE_MS = 45_000;
const CONNECT_MS = 30_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;

export interface InboxStreamOptions extends Credentials {
  endpointId: string;
  signal: AbortSignal;
  output: Output;
}

/** Reads the stream of an inbox, and connects again when it breaks. */
export class InboxStream {
  private readonly backoff = new Backoff(FIRST_DELAY_MS, LONGEST_DELAY_MS);
  private readonly url: string;
  private hasReported = false;

  constructor(private readonly options: InboxStreamOptions) {
    const base = options.url.replace(/\/+$/, '').replace(/\/v1$/, '');
    this.url = `${base}/v1/webhook_endpoints/${encodeURIComponent(options.endpointId)}/inbox/stream`;
  }

  /**
   * Yields events until the signal aborts.
   *
   * @param lastEventId returns the ID to resume after; called for every connection
   * @throws ApiError if the service refuses the stream for good
   */
  async *events(lastEventId: () => string | null): AsyncGenerator<ServerSentEvent> {
    for (;;) {
      try {
        yield* this.connection(lastEventId());
        await pause(this.backoff.delay(), this.options.signal); // the service ended the stream, e.g. to restart
      } catch (error) {
        this.options.signal.throwIfAborted();
        await this.waitAfter(error);
      }
    }
  }

  private async *connection(lastEventId: string | null): AsyncGenerator<ServerSentEvent> {
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    this.options.signal.addEventListener('abort', stop);
    try {
      const response = await within(CONNECT_MS, stop, this.open(lastEventId, abort.signal));
      this.connected();
      if (response.body === null) return;
      const chunks = (response.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
      const parser = new SseParser();
      for (;;) {
        // Only the wait counts as silence, not the time that the consumer of an event takes.
        const chunk = await within(SILENCE_MS, stop, chunks.next());
        if (chunk.done === true) return;
        yield* parser.push(chunk.value);
      }
    } finally {
      this.options.signal.removeEventListener('abort', stop);
      stop();
    }
  }

  private async open(lastEventId: string | null, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = {
      accept: 'text/event-stream',
      authorization: `Bearer ${this.options.apiKey}`,
    };
    if (lastEventId !== null) headers['last-event-id'] = lastEventId;
    const response = await fetch(this.url, { headers, signal, redirect: 'manual' });
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && type.startsWith('text/event-stream')) return response;
    const body: unknown = await response.json().catch(() => undefined);
    throw new ApiError(response.status, response.headers, body);
  }

  private connected(): void {
    this.backoff.reset();
    if (this.hasReported) this.options.output.note('Connected again.');
    this.hasReported = false;
  }

  /** Reports the first failure of an outage, and waits before the next attempt. */
  private async waitAfter(error: unknown): Promise<void> {
    const isApiError = error instanceof ApiError;
    if (isApiError && error.status !== 429 && error.status < 500) throw error;
    if (!this.hasReported) {
      const reason = isApiError ? error.message : 'There is no connection to the service.';
      this.options.output.note(`${reason} Trying again.`);
      this.hasReported = true;
    }
    const retryAfterMs = isApiError ? (error.retryAfter ?? 0) * 1000 : 0;
    await pause(Math.max(retryAfterMs, this.backoff.delay()), this.options.signal);
  }
}

/** Returns the result of the work. Calls `stop`, which makes the work fail, if it takes too long. */
async function within<T>(ms: number, stop: () => void, work: Promise<T>): Promise<T> {
  const timer = setTimeout(stop, ms);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
