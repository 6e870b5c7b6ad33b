import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError, type BillingClient, type Schemas } from '@billing-service/sdk';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { CommandError } from '../failure.js';

const RECONNECT_MS = 1_000;

/** What a stream says: where it begins, or a request. */
export type InboxEvent =
  { type: 'ready'; sequence: number } | { type: 'request'; request: Schemas['InboxRequest'] };

/** The requests of an inbox as they arrive, over one stream after another. */
export class Inbox {
  constructor(
    private readonly billing: BillingClient,
    private readonly endpoint: string,
    private readonly onLost: (reason: string) => void,
  ) {}

  /** Yields events until the signal. `sequence` returns the number to resume after; null: only new ones. */
  async *events(sequence: () => number | null, signal: AbortSignal): AsyncGenerator<InboxEvent> {
    for (;;) {
      try {
        yield* this.stream(sequence(), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ConnectionError || error instanceof TypeError)) throw error;
        this.onLost(error.message);
      }
      await sleep(RECONNECT_MS, undefined, { signal });
    }
  }

  private async *stream(after: number | null, signal: AbortSignal): AsyncGenerator<InboxEvent> {
    const body = await this.billing.get('/v1/webhook_endpoints/{id}/inbox/stream', {
      params: { path: { id: this.endpoint }, query: after === null ? {} : { after } },
      parseAs: 'stream',
      signal,
    });
    for await (const { event, data } of sentEvents(body)) {
      const value = JSON.parse(data) as unknown;
      if (event === 'end') {
        checkEnd(value as { reason: string });
        return;
      }
      if (event === 'ready') yield { type: 'ready', ...(value as { sequence: number }) };
      if (event === 'request') yield { type: 'request', request: value as Schemas['InboxRequest'] };
    }
  }
}

async function* sentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* messages.splice(0);
  }
}

/** A service that shuts down is back soon, or another process is there; all other reasons are final. */
function checkEnd({ reason }: { reason: string }): void {
  if (reason !== 'shutting_down') throw new CommandError(`The service has ended the stream: ${reason}.`);
}
