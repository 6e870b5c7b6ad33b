/** Every `code` of an error answer, with the status and title that go with it. Listed in the API description. */
export const ERROR_CODES = {
  malformed_json: { status: 400, title: 'Bad request' },
  malformed_request: { status: 400, title: 'Bad request' },
  invalid_state: { status: 400, title: 'Bad request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict' },
  idempotency_in_progress: { status: 409, title: 'Conflict' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  validation_failed: { status: 422, title: 'Unprocessable entity' },
  idempotency_mismatch: { status: 422, title: 'Unprocessable entity' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'Request header fields too large' },
  internal_error: { status: 500, title: 'Internal server error' },
  service_unavailable: { status: 503, title: 'Service unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

/** The closed list of error codes (decisions.md, Errors). */
export type ErrorCode = keyof typeof ERROR_CODES;

/** What is wrong with one field of the input. */
export interface FieldError {
  /** Dotted path, e.g. `fees.0.units`. */
  field: string;
  /** Stable, snake_case, e.g. `too_long`. */
  code: string;
  /** A plain sentence. */
  message: string;
}

/** A failure that the caller is told about. The status follows from the code, in one place. */
export abstract class AppError extends Error {
  abstract readonly code: ErrorCode;
  /** Field by field, for `validation_failed`. */
  readonly errors: readonly FieldError[] = [];

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** Unknown id, or an id of another organization: the two are not told apart. */
export class NotFoundError extends AppError {
  readonly code = 'not_found';

  constructor(resource: string) {
    super(`There is no ${resource} with this id.`);
  }
}

/** The resource's state does not allow the action. */
export class InvalidStateError extends AppError {
  readonly code = 'invalid_state';
}

/** A unique value of this organization is taken. */
export class ConflictError extends AppError {
  readonly code = 'conflict';
}

/** No usable API key. One body, whatever the reason, so that nothing can be learned from it. */
export class UnauthorizedError extends AppError {
  readonly code = 'unauthorized';

  constructor(message = 'A valid API key is required: send it as "Authorization: Bearer <API key>".') {
    super(message);
  }
}

/** Nobody reads more, and the answer must not be larger than the request. */
const MAX_FIELD_ERRORS = 100;

/** One or more fields, query parameters or path ids are wrong. */
export class ValidationFailedError extends AppError {
  readonly code = 'validation_failed';
  override readonly errors: readonly FieldError[];
  private readonly unlisted: number;

  /** @param more number of errors that are not listed, besides those beyond the limit */
  constructor(errors: readonly FieldError[], more = 0) {
    const listed = errors.slice(0, MAX_FIELD_ERRORS);
    const unlisted = more + errors.length - listed.length;
    super(listed.map((it) => it.message).join(' ') + (unlisted > 0 ? ` And ${unlisted} more.` : ''));
    this.errors = listed;
    this.unlisted = unlisted;
  }

  /** Returns the same error with each listed field error replaced. */
  map(replace: (error: FieldError) => FieldError): ValidationFailedError {
    return new ValidationFailedError(this.errors.map(replace), this.unlisted);
  }

  static of(field: string, code: string, message: string): ValidationFailedError {
    return new ValidationFailedError([{ field, code, message }]);
  }
}

/** A failure of the HTTP layer itself: malformed JSON, too large, not JSON, a reused idempotency key. */
export class RequestError extends AppError {
  constructor(
    readonly code: ErrorCode,
    message: string,
    override readonly errors: readonly FieldError[] = [],
  ) {
    super(message);
  }
}

/** More requests than the organization's limit allows. */
export class RateLimitedError extends AppError {
  readonly code = 'rate_limited';
}

/** The database, or something else that the request needs, is away for now. */
export class ServiceUnavailableError extends AppError {
  readonly code = 'service_unavailable';

  constructor(
    message = 'The database cannot be reached at the moment. Try again shortly; with an Idempotency-Key nothing is done twice.',
  ) {
    super(message);
  }
}
