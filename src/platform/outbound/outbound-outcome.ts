import type { LocalFault, OutboundError } from './outbound-error';
import { toStoredText } from './stored-text';

const MAX_MESSAGE_CHARS = 500;

/** The outcome of one request. Its strings can be stored in PostgreSQL: they contain neither NUL nor lone surrogates. */
export interface OutboundOutcome {
  /** The response status; null without a response. */
  httpStatus: number | null;
  /** The start of the response body; null without a response. */
  responseBody: string | null;
  /** Whether the status was 2xx, even if reading the body failed. */
  success: boolean;
  /**
   * A class (see OutboundErrorClass), a colon and a sentence, at most 500 characters; null without a failure. After a
   * success, describes the error in the body.
   */
  errorMessage: string | null;
  /** The Retry-After of a 429 or 503 in seconds, from 0 to 86400; null if there is none. */
  retryAfterSeconds: number | null;
  /** Why nothing was sent although the endpoint is not at fault; null otherwise. */
  localFault: LocalFault | null;
  /** Time from the call to the outcome, in whole milliseconds. */
  durationMs: number;
}

/** What an attempt knows about its request when it ends. */
export interface OutboundResult {
  status: number | null;
  body: string | null;
  error: OutboundError | null;
  retryAfterSeconds: number | null;
  durationMs: number;
}

/** Returns the outcome, with the error message that a delivery stores. */
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
    localFault: error?.localFault ?? null,
    durationMs: Math.round(durationMs),
  };
}

function messageFor(status: number | null, success: boolean, error: OutboundError | null): string | null {
  if (status === null) return error === null ? null : `${error.errorClass}: ${error.message}`;
  const answered = `the endpoint returned ${status}`;
  if (success) return error === null ? null : `${error.errorClass}: ${answered}, but ${error.message}`;

  return `http_status: ${answered}${remarkOn(status)}${error === null ? '' : `; ${error.message}`}`;
}

/** Returns what follows the status in the message. A 304 is no redirect, although its number is between theirs. */
function remarkOn(status: number): string {
  if (status === 304) return ' (Not Modified), and only a 2xx status counts as success';
  return status >= 300 && status <= 399 ? ', and redirects are not followed' : '';
}
