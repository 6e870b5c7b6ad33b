import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedMessage } from './provider-messages';

const PAUSE_MS = 50;
const GIVE_UP_MS = 15_000;

/** A notification, and the payments that it reports as succeeded. */
export interface PaymentNotice {
  /** Path and query of the connection's webhook URL. */
  path: string;
  message: SignedMessage;
  paymentIds: readonly string[];
}

/** The response to a notification; status 0 means that the connection broke. */
export interface ProviderAnswer {
  status: number;
  retryAfter: string | null;
  ms: number;
}

/** Sends notifications as providers do: without an API key, retried until the response is 200. */
export class NotifyingProvider {
  /** Payments whose notification got a 200. */
  readonly acknowledged = new Set<string>();
  /** Number of responses by status. */
  readonly statuses = new Map<number, number>();

  constructor(
    /** Changes when the service restarts. */
    public baseUrl: string,
  ) {}

  get answered(): number {
    return this.statuses.get(200) ?? 0;
  }

  /** Sends the queue with this concurrency, until it is empty or the signal aborts. */
  async run(queue: PaymentNotice[], concurrency: number, signal: AbortSignal): Promise<void> {
    const sendNext = async (): Promise<void> => {
      while (!signal.aborted) {
        const notice = queue.shift();
        if (notice === undefined) return;
        await this.deliver(notice);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, sendNext));
  }

  /** Sends one notification until the response is 200, always the same bytes. */
  async deliver(notice: PaymentNotice): Promise<void> {
    while ((await this.send(notice)).status !== 200) await sleep(PAUSE_MS);
  }

  /** Sends one notification once. */
  async send({ path, message, paymentIds }: PaymentNotice): Promise<ProviderAnswer> {
    const startedAt = performance.now();
    const answer = await this.post(path, message);
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 200) for (const id of paymentIds) this.acknowledged.add(id);
    return { ...answer, ms: performance.now() - startedAt };
  }

  private async post(
    path: string,
    { body, headers }: SignedMessage,
  ): Promise<{ status: number; retryAfter: string | null }> {
    try {
      const response = await fetch(this.baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      await response.arrayBuffer();
      return { status: response.status, retryAfter: response.headers.get('retry-after') };
    } catch {
      return { status: 0, retryAfter: null };
    }
  }
}
