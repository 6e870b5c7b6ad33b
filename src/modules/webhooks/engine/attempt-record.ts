import { plainArray, textArray } from '../../../platform/database/array-literal';
import { newId } from '../../../platform/domain/id';

/** Notification channel: messages were stored in inboxes. Part of a statement, so a constant. */
export const INBOX_CHANNEL = 'webhook_inboxes';

/** The outcome of one attempt, and what happens to the delivery next. */
export interface AttemptRecord {
  organizationId: string;
  deliveryId: string;
  generation: number;
  attemptedAt: Date;
  httpStatus: number | null;
  response: string | null;
  success: boolean;
  errorMessage: string | null;
  /** Whole milliseconds from the start of the request until the outcome; null if the outcome is unknown. */
  durationMs: number | null;
  stage: string;
  delaySeconds: number;
  retries: number;
  leaseExpirations: number;
  /** The headers to store, if the endpoint is an inbox and the attempt succeeded; otherwise null. */
  inboxHeaders: Readonly<Record<string, string>> | null;
}

/** Returns the parameters that the statements that record outcomes share, in order. */
export const outcomeColumns = (records: readonly AttemptRecord[]): string[] => [
  plainArray(records.map((it) => it.organizationId)),
  plainArray(records.map((it) => it.deliveryId)),
  plainArray(records.map((it) => it.generation)),
  plainArray(records.map(() => newId())),
  plainArray(records.map((it) => it.attemptedAt.toISOString())),
  plainArray(records.map((it) => it.httpStatus)),
  textArray(records.map((it) => it.response)),
  textArray(records.map((it) => it.errorMessage)),
  plainArray(records.map((it) => it.durationMs)),
];

/** Returns the further parameters for failed attempts. */
export const failureColumns = (records: readonly AttemptRecord[]): string[] => [
  plainArray(records.map((it) => it.stage)),
  plainArray(records.map((it) => it.delaySeconds)),
  plainArray(records.map((it) => it.retries)),
  plainArray(records.map((it) => it.leaseExpirations)),
];

/** Returns the further parameter for messages of inboxes. */
export const inboxColumns = (records: readonly AttemptRecord[]): string[] => [
  textArray(records.map((it) => JSON.stringify(it.inboxHeaders))),
];
