import type { OutboundError } from './outbound-error';
import { toStoredHeaders, type ResponseHeaders } from './stored-headers';
import { toStoredText } from './stored-text';

const MAX_MESSAGE_CHARS = 500;
/** Thousands of successes a second are stored; a failure is stored with all headers that were read. */
const MAX_SUCCESS_CHARS = 512;

/** The outcome of one request. Its texts can be stored in PostgreSQL. */
export interface OutboundOutcome {
  /** Whether the request was written to a connection: the receiver may have acted on it, also without a response. */
  sent: boolean;
  /** The response status; null without a response. */
  httpStatus: number | null;
  /** The start of the response body; null without a response. */
  responseBody: string | null;
  /** The headers of the response, one `name: value` a line, without secrets; null without a response. */
  responseHeaders: string | null;
  /** Whether the status was 2xx, whatever happened to the body afterwards. */
  success: boolean;
  /**
   * A class (see OutboundErrorClass), a colon and a sentence, at most 500 characters; null without a failure. On a
   * success it describes what went wrong with the body.
   */
  errorMessage: string | null;
  /** The Retry-After of a 429 or 503, in seconds from 0 to 86400; null if none. */
  retryAfterSeconds: number | null;
  /** True if nothing was sent because this process lacks descriptors or memory: no fault of the receiver. */
  localShortage: true | undefined;
  /** Time from the call to the outcome, in whole milliseconds. */
  durationMs: number;
}

/** The facts about a request when it ends. */
export interface OutboundResult {
  sent: boolean;
  status: number | null;
  body: string | null;
  headers: ResponseHeaders | null;
  error: OutboundError | null;
  retryAfterSeconds: number | null;
  durationMs: number;
}

/** Turns the result of a request into an outcome with its error message. */
export function toOutcome(result: OutboundResult): OutboundOutcome {
  const { sent, status, body, headers, error, retryAfterSeconds, durationMs } = result;
  const success = status !== null && status >= 200 && status <= 299;
  const message = messageFor(status, success, error);
  return {
    sent,
    httpStatus: status,
    responseBody: status === null ? null : body,
    responseHeaders:
      headers === null ? null : toStoredHeaders(headers, success ? MAX_SUCCESS_CHARS : Infinity),
    success,
    errorMessage: message === null ? null : toStoredText(message, MAX_MESSAGE_CHARS),
    retryAfterSeconds,
    localShortage: error?.errorClass === 'local_shortage' || undefined,
    durationMs: Math.round(durationMs),
  };
}

function messageFor(status: number | null, success: boolean, error: OutboundError | null): string | null {
  if (status === null) return error === null ? null : `${error.errorClass}: ${error.message}`;
  const responded = `the endpoint responded with ${status}`;
  if (success) return error === null ? null : `${error.errorClass}: ${responded}, but ${error.message}`;

  const redirect = status >= 300 && status <= 399 ? ', and redirects are not followed' : '';
  return `http_status: ${responded}${redirect}${error === null ? '' : `; ${error.message}`}`;
}
