import { ApiError, type BillingClient, type CreateUsageEvent, type EventResult } from '@billing-service/sdk';
import type { Context } from '../context.js';
import { pause } from '../pause.js';

/** Errors of a whole request that one of its events can cause. */
const CAUSED_BY_EVENT = new Set([400, 413, 422]);
const DEFAULT_WAIT_S = 5;

/** An event with the record of the file that contains it. */
export interface Line {
  line: number;
  text: string;
  event: CreateUsageEvent;
}

/** A record that was not stored, as FILE.rejected shows it. */
export interface Rejection {
  line: number;
  reason: string;
  text: string;
}

export interface Outcome {
  accepted: number;
  duplicates: number;
  rejected: Rejection[];
}

/** Sends batches of events. */
export class BatchSender {
  constructor(
    private readonly client: BillingClient,
    private readonly context: Context,
    private readonly signal: AbortSignal,
  ) {}

  /** Sends a batch, and waits as long as the service is busy. @throws ApiError, ConnectionError */
  async send(lines: readonly Line[]): Promise<Outcome> {
    if (lines.length === 0) return { accepted: 0, duplicates: 0, rejected: [] };
    try {
      const { ingested, duplicates, results } = await this.patiently(lines.map((it) => it.event));
      return { accepted: ingested, duplicates, rejected: rejectionsOf(lines, results) };
    } catch (error) {
      if (!(error instanceof ApiError) || !CAUSED_BY_EVENT.has(error.status)) throw error;
      return this.isolate(lines, error);
    }
  }

  /** Sends the halves of a batch that the service refuses as a whole, until the event that causes it is alone. */
  private async isolate(lines: readonly Line[], error: ApiError): Promise<Outcome> {
    const [first] = lines;
    if (first !== undefined && lines.length === 1) {
      const reason = reasonOf(error.errors) || error.message;
      return { accepted: 0, duplicates: 0, rejected: [{ line: first.line, reason, text: first.text }] };
    }
    const middle = Math.ceil(lines.length / 2);
    const before = await this.send(lines.slice(0, middle));
    const after = await this.send(lines.slice(middle));
    return {
      accepted: before.accepted + after.accepted,
      duplicates: before.duplicates + after.duplicates,
      rejected: [...before.rejected, ...after.rejected],
    };
  }

  /** The SDK retries for about a minute. An import has more patience with a service that asks it to wait. */
  private async patiently(
    events: CreateUsageEvent[],
  ): ReturnType<BillingClient['usageEvents']['createBatch']> {
    const { signal } = this;
    for (;;) {
      try {
        return await this.client.usageEvents.createBatch({ events }, { signal, maxRetries: 10 });
      } catch (error) {
        const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
        if (!isBusy) throw error;
        const seconds = Math.max(error.retryAfter ?? 0, DEFAULT_WAIT_S);
        this.context.output.note(`${error.message} Waiting for ${Math.ceil(seconds)} s.`);
        await pause(seconds * 1000, signal);
      }
    }
  }
}

function rejectionsOf(lines: readonly Line[], results: readonly EventResult[]): Rejection[] {
  return lines.flatMap(({ line, text }, index) => {
    const result = results[index];
    if (result?.status !== 'rejected' && result?.status !== 'conflict') return [];
    return [{ line, reason: reasonOf(result.errors ?? []) || result.status, text }];
  });
}

/** Names the fields of the event, without its place in the batch. */
function reasonOf(errors: readonly { field: string; message: string }[]): string {
  return errors.map(({ field, message }) => `${field.replace(/^events\.\d+\./, '')}: ${message}`).join('; ');
}
