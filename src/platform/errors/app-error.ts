/** Every `code` of an error response with its status and title. The API description lists them. */
export const ERROR_CODES = {
  malformed_json: { status: 400, title: 'Bad request' },
  malformed_request: { status: 400, title: 'Bad request' },
  mail_not_configured: { status: 400, title: 'Bad request' },
  invalid_state: { status: 400, title: 'Bad request' },
  provider_rejected: { status: 400, title: 'Bad request' },
  collection_in_flight: { status: 400, title: 'Bad request' },
  provider_not_connected: { status: 400, title: 'Bad request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  insufficient_scope: { status: 403, title: 'Forbidden' },
  organization_suspended: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict' },
  idempotency_in_progress: { status: 409, title: 'Conflict' },
  link_expired: { status: 410, title: 'Gone' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  organization_moved: { status: 421, title: 'Misdirected request' },
  validation_failed: { status: 422, title: 'Unprocessable entity' },
  idempotency_mismatch: { status: 422, title: 'Unprocessable entity' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'Request header fields too large' },
  internal_error: { status: 500, title: 'Internal server error' },
  overloaded: { status: 503, title: 'Service unavailable' },
  organization_arriving: { status: 503, title: 'Service unavailable' },
  service_unavailable: { status: 503, title: 'Service unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

/** One of the closed list of error codes (docs/decisions.md#errors). */
export type ErrorCode = keyof typeof ERROR_CODES;

/** An error in one field of the request. */
export interface FieldError {
  /** Dotted path, e.g. `fees.0.units`. */
  field: string;
  /** Stable, snake_case, e.g. `too_long`. */
  code: string;
  /** A full sentence. */
  message: string;
}

/** An error that is reported to the caller. Its code determines the status. */
export abstract class AppError extends Error {
  abstract readonly code: ErrorCode;
  /** By field, for `validation_failed`. */
  readonly errors: readonly FieldError[] = [];
  /** Where the request would be served, as a base URL; null unless that is elsewhere. */
  readonly location: string | null = null;

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** The id is unknown or belongs to another organization. Callers cannot distinguish the two. */
export class NotFoundError extends AppError {
  readonly code = 'not_found';

  constructor(resource: string) {
    super(`There is no ${resource} with this id.`);
  }
}

/** The state of the resource does not allow the action. */
export class InvalidStateError extends AppError {
  readonly code = 'invalid_state';
}

/** Something holds what the request would change, and may be able to let go of it (docs/decisions.md#held-objects). */
export abstract class HeldError extends AppError {}

/** A value that must be unique in the organization is taken. */
export class ConflictError extends AppError {
  readonly code = 'conflict';
}

/** The object is not in the state that the If-Match of the request names. */
export class PreconditionFailedError extends AppError {
  readonly code = 'precondition_failed';
}

/** What a request proves itself by. */
export type CredentialKind = 'api_key' | 'session' | 'admin_token' | 'provider_signature';

/** There is no usable API key. The response is the same for every reason, so that it reveals nothing. */
export class UnauthorizedError extends AppError {
  readonly code = 'unauthorized';

  constructor(
    message = 'A valid API key is required: send it as "Authorization: Bearer <API key>".',
    /** What the request lacks, for the metric. */
    readonly credential: CredentialKind = 'api_key',
  ) {
    super(message);
  }
}

/** The API key is usable, but lacks the scope that the request needs. */
export class InsufficientScopeError extends AppError {
  readonly code = 'insufficient_scope';

  constructor(scope: string) {
    super(
      `The API key lacks the scope "${scope}". Use a key that has it: GET .../api_keys shows the scopes of keys.`,
    );
  }
}

/** The operator has suspended the organization: it can read, but not change anything. */
export class OrganizationSuspendedError extends AppError {
  readonly code = 'organization_suspended';

  constructor() {
    super(
      'The organization is suspended: it can read, but not change anything. Contact the operator of this service.',
    );
  }
}

/** Keeps the response from growing larger than the request. */
const MAX_FIELD_ERRORS = 100;

/** One or more fields, query parameters or ids in the path are invalid. */
export class ValidationFailedError extends AppError {
  readonly code = 'validation_failed';
  override readonly errors: readonly FieldError[];
  private readonly unlisted: number;

  /** @param more errors that are not listed, in addition to those beyond the limit. */
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

/** The HTTP layer refuses the request: malformed JSON, a body that is too large, a reused idempotency key. */
export class RequestError extends AppError {
  constructor(
    readonly code: ErrorCode,
    message: string,
    override readonly errors: readonly FieldError[] = [],
  ) {
    super(message);
  }
}

/** The organization has exceeded its rate limit. */
export class RateLimitedError extends AppError {
  readonly code = 'rate_limited';
}

/** The organization has more requests in progress than it gets served. */
export class OverloadedError extends AppError {
  readonly code = 'overloaded';

  constructor() {
    super(
      'The organization has too many requests in progress. Retry after the number of seconds in Retry-After, with fewer requests at the same time or a lower limit.',
    );
  }
}

/** The database, or another service that the request needs, is unavailable. */
export class ServiceUnavailableError extends AppError {
  readonly code = 'service_unavailable';

  constructor(
    message = 'The database is unavailable. Retry shortly, with an Idempotency-Key to prevent duplicates.',
  ) {
    super(message);
  }
}
