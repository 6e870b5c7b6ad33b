import type { OutboundError } from './outbound-error';
import { toStoredText } from './stored-text';

const MAX_MESSAGE_CHARS = 500;

/** What came of one request. Its texts are fit to be stored in PostgreSQL. */
export interface OutboundOutcome {
  /** The status of the answer; null if no status line came. */
  httpStatus: number | null;
  /** The beginning of the answer's body; null if no answer came. */
  responseBody: string | null;
  /** Whether the status was 2xx; what happened to the body afterwards does not matter. */
  success: boolean;
  /**
   * A class (see OutboundErrorClass), a colon and a sentence, at most 500 characters; null if nothing went wrong.
   * On a success it is a note on what went wrong with the body.
   */
  errorMessage: string | null;
  /** The wait that a 429 or 503 asked for, in seconds from 0 to 86400; null if none. */
  retryAfterSeconds: number | null;
  /** From the call to the outcome, in whole milliseconds. */
  durationMs: number;
}

/** What is known of a request when it ends. */
export interface OutboundResult {
  status: number | null;
  body: string | null;
  error: OutboundError | null;
  retryAfterSeconds: number | null;
  durationMs: number;
}

/** Puts the result of a request into the words of a delivery attempt. */
export function toOutcome(result: OutboundResult): OutboundOutcome {
  const { status, body, error, retryAfterSeconds, durationMs } = result;
  const success = status !== null && status >= 200 && status <= 299;
  const message = messageFor(status, success, error);
  return {
    httpStatus: status,
    responseBody: status === null ? null : body,
    success,
    errorMessage: message === null ? null : toStoredText(message, MAX_MESSAGE_CHARS),
    retryAfterSeconds,
    durationMs: Math.round(durationMs),
  };
}

function messageFor(status: number | null, success: boolean, error: OutboundError | null): string | null {
  if (status === null) return error === null ? null : `${error.errorClass}: ${error.message}`;
  const answered = `the endpoint answered ${status}`;
  if (success) return error === null ? null : `${error.errorClass}: ${answered}, but ${error.message}`;

  const redirect = status >= 300 && status <= 399 ? ', and redirects are not followed' : '';
  return `http_status: ${answered}${redirect}${error === null ? '' : `; ${error.message}`}`;
}
