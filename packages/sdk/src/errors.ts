import type { FieldError, Problem } from './generated/schema.js';

/** Codes of error responses. A newer service may return further codes. */
export type ErrorCode = Problem['code'] | 'unexpected_response' | (string & {});

/** Base class of all errors of this library, except for wrong arguments and aborted calls. */
export class BillingClientError extends Error {
  override name = 'BillingClientError';
}

/** The service returned an error. */
export class ApiError extends BillingClientError {
  override name = 'ApiError';
  readonly status: number;
  /** Stable code. `unexpected_response` if the response is not from the service, such as an error page of a proxy. */
  readonly code: ErrorCode;
  /** Invalid fields of a request with status 422. */
  readonly errors: readonly FieldError[];
  /** ID of the request in the logs of the service. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry, from the Retry-After header. */
  readonly retryAfter: number | null;

  constructor(status: number, headers: Headers, body: unknown) {
    const problem: Partial<Problem> = isProblem(body) ? body : {};
    super(problem.detail ?? `The service returned an unexpected response with status ${status}.`);
    this.status = status;
    this.code = problem.code ?? 'unexpected_response';
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id ?? headers.get('x-request-id');
    this.retryAfter = secondsOf(headers.get('retry-after'));
  }

  /** Returns the error of a field, such as `charges.0.properties.amount`. */
  errorOf(field: string): FieldError | undefined {
    return this.errors.find((it) => it.field === field);
  }
}

/** No response arrived. `cause` is the error of `fetch`. */
export class ConnectionError extends BillingClientError {
  override name = 'ConnectionError';
}

/** No complete response arrived in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** A webhook is not from the service, or is too old: return 401 and ignore its body. */
export class WebhookVerificationError extends BillingClientError {
  override name = 'WebhookVerificationError';

  constructor(
    /** The check that failed. */
    readonly code:
      | 'missing_header'
      | 'invalid_timestamp'
      | 'timestamp_too_old'
      | 'timestamp_too_new'
      | 'invalid_signature'
      | 'invalid_body',
    message: string,
  ) {
    super(message);
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}

/** Returns the seconds of a Retry-After header, which is a number or a date. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}
