import type { components } from './openapi.js';

export type Problem = components['schemas']['Problem'];
export type FieldError = components['schemas']['FieldError'];
/** Stable code of an error of the API. */
export type ProblemCode = Problem['code'];

/** What every error of this SDK extends. */
export class BillingError extends Error {
  override readonly name: string = 'BillingError';
}

/** The API refused a request. `message` is its explanation in one sentence. */
export class ProblemError<Code extends ProblemCode = ProblemCode> extends BillingError {
  override readonly name = 'ProblemError';
  readonly code: Code;
  /** HTTP status. */
  readonly status: number;
  /** The invalid fields, with `validation_failed`. */
  readonly errors: readonly FieldError[];
  /** Id of the request; include it when you report a problem. */
  readonly requestId: string;

  constructor(readonly problem: Problem & { code: Code }) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id;
  }

  /** Tells whether an error is a problem with one of these codes; without codes, whether it is a problem. */
  static is<Code extends ProblemCode>(error: unknown, ...codes: Code[]): error is ProblemError<Code> {
    if (!(error instanceof ProblemError)) return false;
    return codes.length === 0 || codes.some((code) => code === error.code);
  }
}

/** No response: the service cannot be reached, or did not respond in time. */
export class ConnectionError extends BillingError {
  override readonly name = 'ConnectionError';
}

/** A response that is not of this API, for example the error page of a proxy. */
export class UnexpectedResponseError extends BillingError {
  override readonly name = 'UnexpectedResponseError';

  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`Status ${status} without a problem of the API: ${body.slice(0, 200)}`);
  }
}

/** A webhook whose signature does not hold; do not process it. */
export class WebhookVerificationError extends BillingError {
  override readonly name = 'WebhookVerificationError';
}

/** Returns the error for a response that is not 2xx. */
export function errorOf(response: Response, body: unknown): BillingError {
  if (isProblem(body)) return new ProblemError(body);
  return new UnexpectedResponseError(response.status, typeof body === 'string' ? body : '');
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body;
}
