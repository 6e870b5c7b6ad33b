import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Output } from '../output.js';
import { Backoff, pause } from '../pause.js';

const RESPONSE_MS = 30_000;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;
/** A proxy responds with these in place of a receiver that is down. */
const FROM_PROXY = new Set([502, 503, 504]);

export interface ForwarderOptions {
  url: string;
  signal: AbortSignal;
  output: Output;
}

/** Sends messages to a receiver one after the other. A receiver that is down delays them, and loses none. */
export class Forwarder {
  constructor(private readonly options: ForwarderOptions) {}

  /** Sends a message until the receiver responds. Returns the status of the response. */
  async send(headers: Readonly<Record<string, string>>, body: string): Promise<number> {
    const backoff = new Backoff(FIRST_DELAY_MS, LONGEST_DELAY_MS);
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.attempt(headers, body).catch((error: unknown) => error);
      this.options.signal.throwIfAborted();
      if (typeof outcome === 'number' && !FROM_PROXY.has(outcome)) {
        if (attempt > 1) this.options.output.note('The receiver responds again.');
        return outcome;
      }
      if (attempt === 1) {
        const reason = typeof outcome === 'number' ? `status ${outcome}` : reasonOf(outcome);
        this.options.output.note(
          `${this.options.url} does not respond (${reason}). Trying again until it does.`,
        );
      }
      await pause(backoff.delay(), this.options.signal);
    }
  }

  /** `fetch` would add headers of its own. Each request has its own connection, because a kept one may be dead. */
  private attempt(headers: Readonly<Record<string, string>>, body: string): Promise<number> {
    const { url, signal } = this.options;
    const bytes = Buffer.from(body);
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = send(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': bytes.length },
        agent: false,
        signal,
      });
      const timer = setTimeout(
        () => request.destroy(new Error(`no response within ${RESPONSE_MS / 1000} s`)),
        RESPONSE_MS,
      );
      request.once('close', () => clearTimeout(timer));
      request.once('error', reject);
      request.once('response', (response) => {
        response.once('error', reject);
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.resume();
      });
      request.end(bytes);
    });
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
