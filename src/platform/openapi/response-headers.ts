interface Header {
  $ref: string;
}

/** An ETag for examples. */
export const EXAMPLE_TAG = '"3-n4bQgYhMfWWaL-qgxVrQFA"';

const integer = { type: 'integer' };
const HEADERS: Readonly<Record<string, object>> = {
  'X-Request-Id': { description: 'ID of this request', schema: { type: 'string' } },
  'X-Total-Count': { description: 'Total number of matching records', schema: integer },
  Link: {
    description:
      'The next and the previous page as relative references with `rel="next"` and `rel="prev"` (RFC 8288); absent if there is neither',
    schema: { type: 'string' },
  },
  ETag: {
    description:
      'Strong ETag of the version of the record. A PUT with it in `If-Match` changes only this version',
    schema: { type: 'string', example: EXAMPLE_TAG },
  },
  'WWW-Authenticate': {
    description: 'Authentication scheme',
    schema: { type: 'string', const: 'Bearer' },
  },
  'Retry-After': { description: 'Seconds to wait before retrying', schema: integer },
  'Idempotency-Replayed': {
    description: 'Present if this is the stored response to a repeated Idempotency-Key',
    schema: { type: 'string', const: 'true' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests per minute that the organization may send',
    schema: integer,
  },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute', schema: integer },
  'X-RateLimit-Reset': { description: 'Seconds until the minute ends', schema: integer },
};
const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const OF_ERRORS: Readonly<Record<string, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  412: ['ETag'],
  429: ['Retry-After', ...LIMITS],
  503: ['Retry-After'],
};

/** Returns the header components, by name. */
export const responseHeaders = (): Record<string, object> => ({ ...HEADERS });

/** Returns references to the headers that every response with an error status has. */
export const headersOf = (status: string): Record<string, Header> =>
  references(['X-Request-Id', ...(OF_ERRORS[status] ?? [])]);

/** Returns references to the headers of a 2xx response. */
export const successHeaders = (response: {
  isList: boolean;
  isPaged: boolean;
  isLimited: boolean;
  isReplayable: boolean;
  isTagged: boolean;
}): Record<string, Header> =>
  references([
    'X-Request-Id',
    ...(response.isList ? ['X-Total-Count'] : []),
    ...(response.isPaged ? ['Link'] : []),
    ...(response.isLimited ? LIMITS : []),
    ...(response.isTagged ? ['ETag'] : []),
    ...(response.isReplayable ? ['Idempotency-Replayed'] : []),
  ]);

const references = (names: readonly string[]): Record<string, Header> =>
  Object.fromEntries(names.map((it) => [it, { $ref: `#/components/headers/${it}` }]));
