import { getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '../errors/app-error';
import { BY_STATUS, PROBLEM_JSON, problemOf } from '../errors/problem';
import { ProblemDto } from './problem.dto';

/** What the examples of an operation's errors are about. */
export interface ErrorSubject {
  /** The resource, in words: `credit note`. */
  resource: string;
  /** Whether the route documents this error itself, with the description. */
  isOwn: boolean;
}

const INVALID_FIELD = 'currency must be an ISO 4217 currency code.';
const INVALID_FIELDS = [{ field: 'currency', code: 'invalid_value', message: INVALID_FIELD }];

/** Code and detail of the example of a status that is the same for every operation. */
const EXAMPLES: Readonly<Record<string, [ErrorCode, string]>> = {
  ...BY_STATUS,
  401: ['unauthorized', 'A valid API key is required: send it as "Authorization: Bearer <API key>".'],
  403: ['insufficient_scope', 'The API key lacks the scope "invoices:read".'],
  409: ['idempotency_in_progress', 'A request with this Idempotency-Key is in progress.'],
  410: ['link_expired', 'The link has expired. Ask its sender for a new one.'],
  412: ['precondition_failed', 'The object has changed since it was read.'],
  415: ['unsupported_media_type', 'The body must be JSON: send "Content-Type: application/json".'],
  422: ['validation_failed', INVALID_FIELD],
  429: ['rate_limited', 'More requests than the limit allows. Come back in 3 s.'],
  503: ['service_unavailable', 'The database is unavailable. Retry shortly.'],
};
const OTHERWISE: [ErrorCode, string] = ['internal_error', 'An unexpected error occurred.'];
const REQUEST_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

/** Of these, a route that documents one itself says in the description what happened; the code depends on it. */
const DESCRIBED_BY_ROUTE = new Set(['400', '409']);

/** Returns the description of an error response. */
export function problemResponse(status: string, description: string, subject: ErrorSubject): object {
  const schema = { $ref: getSchemaPath(ProblemDto) };
  const isDescribed = subject.isOwn && DESCRIBED_BY_ROUTE.has(status);
  const example = isDescribed ? {} : { example: exampleOf(status, subject.resource) };
  return { description, content: { [PROBLEM_JSON]: { schema, ...example } } };
}

function exampleOf(status: string, resource: string): object {
  if (status === '404') return problemOf('not_found', `There is no ${resource} with this id.`, REQUEST_ID);
  const [code, detail] = EXAMPLES[status] ?? OTHERWISE;
  const errors = code === 'validation_failed' ? { errors: INVALID_FIELDS } : {};
  return { ...problemOf(code, detail, REQUEST_ID), ...errors };
}
