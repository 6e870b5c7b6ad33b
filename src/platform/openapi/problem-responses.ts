import { getSchemaPath } from '@nestjs/swagger';
import { PreconditionFailedError, type ErrorCode } from '../errors/app-error';
import { BY_STATUS, PROBLEM_JSON, problemOf } from '../errors/problem';
import { EXAMPLE_TAG, headersOf } from './response-headers';
import { ProblemDto } from './problem.dto';

/** The response component of a status: its name, its description, and an example `detail` for each code. */
interface Described {
  name: string;
  description: string;
  examples: Partial<Record<ErrorCode, string>>;
}

const DESCRIBED: Readonly<Record<string, Described>> = {
  400: {
    name: 'BadRequest',
    description: 'The body is not valid JSON, or the state of the record does not allow the action',
    examples: {
      malformed_json: BY_STATUS[400]?.[1] ?? '',
      invalid_state: 'The state of this record does not allow this action.',
    },
  },
  401: {
    name: 'Unauthorized',
    description: 'The API key is missing, unknown, revoked or expired',
    examples: {
      unauthorized: 'A valid API key is required: send it as "Authorization: Bearer <API key>".',
    },
  },
  404: {
    name: 'NotFound',
    description: 'The record does not exist in this organization',
    examples: { not_found: 'There is no record with this ID.' },
  },
  409: {
    name: 'Conflict',
    description:
      'Another record has a value that must be unique, or a request with this Idempotency-Key is still running',
    examples: { conflict: 'Another record of this organization has this external_id.' },
  },
  410: {
    name: 'Gone',
    description: 'The link has expired',
    examples: { gone: 'The link has expired. Ask the sender of the document for a new one.' },
  },
  412: {
    name: 'PreconditionFailed',
    description: '`If-Match` does not contain the current ETag of the record, so nothing has changed',
    examples: { precondition_failed: new PreconditionFailedError(EXAMPLE_TAG).message },
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than 1 MiB',
    examples: { payload_too_large: BY_STATUS[413]?.[1] ?? '' },
  },
  415: {
    name: 'UnsupportedMediaType',
    description:
      'The Content-Type is not application/json, or the Content-Encoding or charset is not supported',
    examples: { unsupported_media_type: 'The body must be JSON: send "Content-Type: application/json".' },
  },
  422: {
    name: 'UnprocessableEntity',
    description: 'A field, query parameter or ID is invalid; see `errors`',
    examples: { validation_failed: 'name must be at most 255 characters long.' },
  },
  429: {
    name: 'TooManyRequests',
    description: 'The rate limit is exceeded; retry after `Retry-After` seconds',
    examples: {
      rate_limited: 'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.',
    },
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'The database is unavailable; retry after `Retry-After` seconds',
    examples: {
      service_unavailable:
        'The database is temporarily unavailable. Retry shortly; with an Idempotency-Key, the retry cannot repeat the effect.',
    },
  },
};
const REQUEST_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

/** Returns a reference to the response component of a status, with a description of its own if there is one. */
export function problemResponse(status: string, description: string | undefined): object {
  const described = DESCRIBED[status];
  if (described === undefined) throw new Error(`Status ${status} has no response component`);
  const reference = { $ref: `#/components/responses/${described.name}` };
  return description === undefined ? reference : { ...reference, description };
}

/** Returns the response components, one per status of an error. */
export function problemResponses(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(DESCRIBED).map(([status, { name, description, examples }]) => [
      name,
      {
        description,
        headers: headersOf(status),
        content: {
          [PROBLEM_JSON]: { schema: { $ref: getSchemaPath(ProblemDto) }, examples: problems(examples) },
        },
      },
    ]),
  );
}

function problems(examples: Described['examples']): object {
  return Object.fromEntries(
    (Object.entries(examples) as [ErrorCode, string][]).map(([code, detail]) => {
      const errors =
        code === 'validation_failed'
          ? { errors: [{ field: 'name', code: 'too_long', message: detail }] }
          : {};
      return [code, { value: { ...problemOf(code, detail, REQUEST_ID), ...errors } }];
    }),
  );
}
