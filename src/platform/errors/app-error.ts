/** Every `code` of an error response, with its status and title. openapi.json lists them. */
export const ERROR_CODES = {
  malformed_json: { status: 400, title: 'Bad request' },
  malformed_request: { status: 400, title: 'Bad request' },
  invalid_state: { status: 400, title: 'Bad request' },
  mail_not_configured: { status: 400, title: 'Bad request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict' },
  idempotency_in_progress: { status: 409, title: 'Conflict' },
  move_in_progress: { status: 409, title: 'Conflict' },
  gone: { status: 410, title: 'Gone' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  validation_failed: { status: 422, title: 'Unprocessable entity' },
  idempotency_mismatch: { status: 422, title: 'Unprocessable entity' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'Request header fields too large' },
  internal_error: { status: 500, title: 'Internal server error' },
  service_unavailable: { status: 503, title: 'Service unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A stable error code. The list is closed (docs/api.md). */
export type ErrorCode = keyof typeof ERROR_CODES;

/** Says which field of the request is invalid, and why. */
export interface FieldError {
  /** Dotted path, e.g. `fees.0.units`. */
  field: string;
  /** Stable, snake_case, e.g. `too_long`. */
  code: string;
  /** A full sentence. */
  message: string;
}

/** An error whose message is sent to the caller. Its code determines the status. */
export abstract class AppError extends Error {
  abstract readonly code: ErrorCode;
  /** Errors by field. Empty unless the code is `validation_failed` or `idempotency_mismatch`. */
  readonly errors: readonly FieldError[] = [];

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/**
 * The ID is unknown or belongs to another organization. Both get the same response, so that callers cannot probe IDs.
 */
export class NotFoundError extends AppError {
  readonly code = 'not_found';

  constructor(resource: string) {
    super(`There is no ${resource} with this ID.`);
  }
}

/** A link has expired. */
export class GoneError extends AppError {
  readonly code = 'gone';
}

/** The state of the resource does not allow the action. */
export class InvalidStateError extends AppError {
  readonly code = 'invalid_state';
}

/** The operator has not configured a mail server (docs/operations.md#e-mail). */
export class MailNotConfiguredError extends AppError {
  readonly code = 'mail_not_configured';

  constructor() {
    super('This installation sends no e-mails. Its operator can set SMTP_URL and SMTP_FROM to enable them.');
  }
}

/** A value that must be unique in the organization is taken. */
export class ConflictError extends AppError {
  readonly code = 'conflict';
}

/** If-Match does not contain the current ETag of the record (docs/api.md#versions). */
export class PreconditionFailedError extends AppError {
  readonly code = 'precondition_failed';

  /** @param currentTag null if the record does not exist */
  constructor(readonly currentTag: string | null) {
    super(
      currentTag === null
        ? 'There is no record yet whose ETag If-Match could contain. Send the request without If-Match to create it.'
        : `If-Match does not contain the current ETag of the record, which is ${currentTag}. ` +
            'GET the record again, apply your change to it, and send its ETag.',
    );
  }
}

/** The request has no valid API key. The response is the same whatever the reason, so that it reveals nothing. */
export class UnauthorizedError extends AppError {
  readonly code = 'unauthorized';

  constructor(message = 'A valid API key is required: send it as "Authorization: Bearer <API key>".') {
    super(message);
  }
}

/** Limits the size of the response to a request with thousands of invalid fields. */
const MAX_FIELD_ERRORS = 100;

/** One or more body fields, query parameters or path IDs are invalid. */
export class ValidationFailedError extends AppError {
  readonly code = 'validation_failed';
  override readonly errors: readonly FieldError[];
  private readonly unlisted: number;

  /** @param more number of further errors that `errors` does not contain */
  constructor(errors: readonly FieldError[], more = 0) {
    const listed = errors.slice(0, MAX_FIELD_ERRORS);
    const unlisted = more + errors.length - listed.length;
    super(listed.map((it) => it.message).join(' ') + (unlisted > 0 ? ` And ${unlisted} more.` : ''));
    this.errors = listed;
    this.unlisted = unlisted;
  }

  /** Returns a copy with `replace` applied to each listed field error. */
  map(replace: (error: FieldError) => FieldError): ValidationFailedError {
    return new ValidationFailedError(this.errors.map(replace), this.unlisted);
  }

  static of(field: string, code: string, message: string): ValidationFailedError {
    return new ValidationFailedError([{ field, code, message }]);
  }
}

/**
 * The request is refused before a use case runs, e.g. for malformed JSON, an oversized body, a reused idempotency key
 * or a running move of the test clock.
 */
export class RequestError extends AppError {
  constructor(
    readonly code: ErrorCode,
    message: string,
    override readonly errors: readonly FieldError[] = [],
  ) {
    super(message);
  }
}

export class RateLimitedError extends AppError {
  readonly code = 'rate_limited';
}

/** The database, or another service that the request needs, is unavailable. */
export class ServiceUnavailableError extends AppError {
  readonly code = 'service_unavailable';

  constructor(
    message = 'The database is temporarily unavailable. Retry shortly; with an Idempotency-Key, the retry cannot repeat the effect.',
  ) {
    super(message);
  }
}
