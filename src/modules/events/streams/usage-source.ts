import type { FieldError } from '../../../platform/errors/app-error';
import { extensionPoint } from '../../../platform/extensions';

/** What can never be stored, with the reason. */
export interface Rejection {
  /** The event as JSON; the whole message if it cannot be read. */
  readonly body: Uint8Array;
  readonly errors: readonly FieldError[];
}

/** A message with usage events: one as `POST /v1/events` takes it, or several as `POST /v1/events/batch` does. */
export interface UsageMessage {
  /** The organization that is billed. The source vouches for it: nothing in the message proves it. */
  readonly organizationId: string;
  readonly body: Uint8Array;
  /** How often the source has handed out the message, this time included. */
  readonly deliveries: number;
  /** Its events are committed: the source forgets the message. */
  accept(): void | Promise<void>;
  /** Nothing is decided: the source hands out the message again, after this time at the earliest. */
  retry(delayMs: number): void | Promise<void>;
  /** Everything else is committed: the source sets aside what can never be stored, then forgets the message. */
  reject(rejections: readonly Rejection[]): void | Promise<void>;
}

/**
 * A stream of usage events that the service reads (docs/extending.md#usage-sources). A message that is neither accepted,
 * retried nor rejected, because the process ended, is handed out again: events are stored once by their transaction id.
 */
export interface UsageSource {
  /** A label of the metrics and part of the name of the job, e.g. `nats`. */
  readonly name: string;
  /** Returns at most `limit` messages, in their order; waits for the first at most about a second. */
  fetch(limit: number): Promise<readonly UsageMessage[]>;
  /** Returns how many messages are not settled yet. */
  lag(): Promise<number>;
  /** The process ends: `fetch` is not called again. */
  close(): Promise<void>;
}

/** The streams that usage events are read from, beside the API. */
export const USAGE_SOURCES = extensionPoint<UsageSource>('usage sources');
