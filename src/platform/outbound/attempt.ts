import type { Dispatcher } from 'undici';
import type { OriginPool, PooledConnection } from './origin-pool';
import { isLostConnection, OutboundError, toOutboundError } from './outbound-error';
import { type OutboundOutcome, toOutcome } from './outbound-outcome';
import { parseRetryAfter } from './retry-after';
import { BodyExcerpt } from './stored-text';

/** Responses with these statuses end with their headers, whatever `Content-Length` says (RFC 9112, 6.3). */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

type IncomingHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** Times are in milliseconds. `keepBodyChars` limits the part of the response body that the outcome keeps. */
export interface AttemptLimits {
  deadlineMs: number;
  maxHeaderBytes: number;
  maxBodyBytes: number;
  keepBodyChars: number;
}

/** An attempt calls `onEnd` exactly once, and `onResend` when it resends the request. */
export interface AttemptObserver {
  onEnd(outcome: OutboundOutcome): void;
  onResend(): void;
}

/**
 * Sends one request under one deadline, from the connection to the outcome. Implements undici's handler itself, to save
 * an object per request.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  private readonly startedAt = performance.now();
  private readonly body: BodyExcerpt;
  private readonly timer: NodeJS.Timeout;
  private connection: PooledConnection;
  private started = false;
  private resent = false;
  private ended = false;
  private bytesReadBefore = 0;
  private status: number | null = null;
  private retryAfterSeconds: number | null = null;

  constructor(
    private readonly pool: OriginPool,
    private readonly onBehalfOf: string,
    private readonly request: Dispatcher.DispatchOptions,
    private readonly limits: AttemptLimits,
    private readonly observer: AttemptObserver,
  ) {
    this.body = new BodyExcerpt(limits.keepBodyChars, limits.maxBodyBytes);
    this.connection = pool.take();
    this.timer = setTimeout(onDeadline, limits.deadlineMs, this);
  }

  /** Sends the request. Also called for a resend. */
  begin(): void {
    this.connection.send(this.onBehalfOf, this.request, this);
  }

  /** Ends the attempt because its deadline has passed. */
  expire(): void {
    this.finish(new OutboundError('timeout', this.timeoutSentence()));
  }

  /** Called by undici when it writes the request to the connected socket. */
  onRequestStart(): void {
    this.started = true;
    this.bytesReadBefore = this.connection.bytesRead;
  }

  /** Called by undici with the headers of a response, including interim responses (1xx). */
  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHeaders,
  ): void {
    if (this.ended) return;
    if (status < 200) {
      this.limitInterimAnswers();
      return;
    }
    this.status = status;
    if (status === 429 || status === 503) {
      this.retryAfterSeconds = parseRetryAfter(headers['retry-after'], Date.now());
    }
    // undici expects that body, and would report its absence as a lost connection.
    if (BODILESS.has(status) && Number(headers['content-length'] ?? 0) !== 0) this.finish(null);
  }

  /** Called by undici with each chunk of the response body. */
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.ended || this.body.add(chunk)) return;
    const { maxBodyBytes } = this.limits;
    this.finish(
      new OutboundError(
        'http_status',
        `the response body was truncated because it exceeds ${maxBodyBytes} bytes`,
      ),
    );
  }

  /** Called by undici when the response has been read to its end. */
  onResponseEnd(): void {
    if (this.ended) return;
    this.end();
    this.pool.release(this.connection);
    this.report(null);
  }

  /** Called by undici when the request fails, at any point. */
  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    if (this.ended) return;
    if (!this.mayResend(error)) {
      this.finish(toOutboundError(error, { isSent: this.started, hasHeaders: this.status !== null }));
      return;
    }
    this.resent = true;
    this.started = false;
    this.observer.onResend();
    this.connection = this.pool.replace(this.connection);
    this.begin();
  }

  // A receiver may close a keep-alive connection just as the request is sent. That is normal, so the request is resent
  // immediately, unless the connection was new or the receiver has begun to respond.
  private mayResend(error: unknown): boolean {
    if (this.resent || !this.started || !isLostConnection(error)) return false;
    return this.bytesReadBefore > 0 && this.connection.bytesRead === this.bytesReadBefore;
  }

  // undici applies its header limit to each interim response separately, so an endless series of them would keep the
  // CPU busy until the deadline.
  private limitInterimAnswers(): void {
    const { maxHeaderBytes } = this.limits;
    const bytes = this.connection.bytesRead - this.bytesReadBefore;
    if (bytes <= maxHeaderBytes) return;
    this.finish(
      new OutboundError(
        'http_status',
        `the endpoint sent more than ${maxHeaderBytes} bytes of interim responses (1xx)`,
      ),
    );
  }

  /** Ends the attempt without reading on, so that the connection cannot be used again. */
  private finish(error: OutboundError | null): void {
    this.end();
    this.pool.discard(this.connection);
    this.report(error);
  }

  // Sets `ended` first, because dropping the connection makes undici call this handler again.
  private end(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }

  private report(error: OutboundError | null): void {
    this.observer.onEnd(
      toOutcome({
        status: this.status,
        body: this.body.text(),
        error,
        retryAfterSeconds: this.retryAfterSeconds,
        durationMs: performance.now() - this.startedAt,
      }),
    );
  }

  private timeoutSentence(): string {
    const { deadlineMs } = this.limits;
    if (!this.started) return `no connection to the endpoint was established within ${deadlineMs} ms`;
    if (this.status === null) return `the endpoint did not respond within ${deadlineMs} ms`;
    return `the response body did not end within ${deadlineMs} ms`;
  }
}

function onDeadline(attempt: Attempt): void {
  attempt.expire();
}
