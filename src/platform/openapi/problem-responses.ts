import { getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '../errors/app-error';
import { BY_STATUS, PROBLEM_JSON, problemOf } from '../errors/problem';
import { ProblemDto } from './problem.dto';

/** Code and detail of the example problem, by status. */
const EXAMPLES: Readonly<Record<string, [ErrorCode, string]>> = {
  ...BY_STATUS,
  401: ['unauthorized', 'A valid API key is required: send it as "Authorization: Bearer <API key>".'],
  404: ['not_found', 'There is no customer with this ID.'],
  409: ['conflict', 'Another customer of this organization has this external_id.'],
  415: ['unsupported_media_type', 'The body must be JSON: send "Content-Type: application/json".'],
  422: ['validation_failed', 'url must be at most 2048 characters long.'],
  429: ['rate_limited', 'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.'],
  503: [
    'service_unavailable',
    'The database is temporarily unavailable. Retry shortly; with an Idempotency-Key, the retry cannot repeat the effect.',
  ],
};
const OTHERWISE: [ErrorCode, string] = [
  'internal_error',
  'Something went wrong on our side. Include the request_id when you report it.',
];
const REQUEST_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
/** Example for routes that document their own 400, which always means that the state does not allow the action. */
const WRONG_STATE: [ErrorCode, string] = [
  'invalid_state',
  'The state of this record does not allow this action.',
];

/**
 * Returns the documentation of an error response.
 *
 * @param ofState whether a 400 means `invalid_state` instead of `malformed_json`
 */
export function problemResponse(status: string, description: string, ofState: boolean): object {
  const [code, detail] = ofState ? WRONG_STATE : (EXAMPLES[status] ?? OTHERWISE);
  const example = {
    ...problemOf(code, detail, REQUEST_ID),
    ...(code === 'validation_failed'
      ? { errors: [{ field: 'url', code: 'too_long', message: detail }] }
      : {}),
  };
  const schema = { $ref: getSchemaPath(ProblemDto) };
  return { description, content: { [PROBLEM_JSON]: { schema, example } } };
}
