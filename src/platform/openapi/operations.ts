import type { OpenAPIObject } from '@nestjs/swagger';
import { ERRORS_EXTENSION } from './api-errors';
import { problemResponse } from './problem-responses';
import { requiresCredentials } from './security-schemes';
import { describeBody, type OperationWithBody } from './request-bodies';

interface Operation extends OperationWithBody {
  security?: object[];
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    example?: unknown;
    schema?: Record<string, unknown>;
  }[];
  responses: Record<string, OperationResponse>;
  [ERRORS_EXTENSION]?: Record<string, string>;
}

interface OperationResponse {
  description?: string;
  headers?: object;
  content?: Record<string, { schema?: { type?: string } }>;
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

const STATUS_SENTENCES: Readonly<Record<string, string>> = {
  200: 'Success',
  201: 'Created',
  401: 'The API key is missing, unknown, revoked or expired',
  404: 'The record does not exist in this organization',
  409: 'Another record has a value that must be unique, or a request with this Idempotency-Key is still running',
  413: 'The body is larger than 1 MiB',
  415: 'The Content-Type is not application/json, or the Content-Encoding or charset is not supported',
  400: 'The body is not valid JSON',
  422: 'A field, query parameter or ID is invalid; see `errors`',
  503: 'The database is unavailable; retry after `Retry-After` seconds',
};

/** Adds errors, Idempotency-Key, list headers and the request ID to every operation. */
export function completeOperations(document: OpenAPIObject): void {
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = path[method] as Operation | undefined;
      if (operation === undefined) continue;
      completeOperation(method, operation);
      describeBody(document, operation);
    }
  }
}

function completeOperation(method: string, operation: Operation): void {
  const own = operation[ERRORS_EXTENSION] ?? {};
  Reflect.deleteProperty(operation, ERRORS_EXTENSION);
  const secured = requiresCredentials(operation.security);
  for (const status of errorStatuses(method, operation, secured, own)) {
    const description = own[status] ?? STATUS_SENTENCES[status] ?? 'Refused';
    operation.responses[status] = problemResponse(status, description, status === '400' && '400' in own);
  }
  for (const parameter of operation.parameters ?? []) describeParameter(parameter);
  if (method === 'post' && secured) addIdempotencyKey(operation);
  addHeaders(operation);
}

/**
 * Moves examples of filters into the description. Swagger UI would prefill all of them, and all filters together match
 * nothing.
 */
function describeParameter(parameter: NonNullable<Operation['parameters']>[number]): void {
  const { schema = {} } = parameter;
  if (parameter.in === 'path' && parameter.name === 'id') {
    parameter.description ??= 'ID of the record';
    schema.format = 'uuid';
  }
  if (parameter.in !== 'query' || parameter.required === true || 'default' in schema) return;
  const example = parameter.example ?? schema.example;
  if (example === undefined) return;
  parameter.description = `${parameter.description ?? ''}, e.g. \`${typeof example === 'string' ? example : JSON.stringify(example)}\``;
  delete parameter.example;
  delete schema.example;
}

function errorStatuses(method: string, operation: Operation, secured: boolean, own: object): string[] {
  const parameters = operation.parameters ?? [];
  const byId = parameters.some((it) => it.in === 'path');
  const hasBody = operation.requestBody !== undefined;
  // Every operation that requires an API key may return 422, because unknown query parameters are refused.
  const hasInput = hasBody || parameters.length > 0 || secured;
  return [
    ...Object.keys(own),
    ...(hasBody ? ['400', '413', '415'] : []),
    ...(secured ? ['401'] : []),
    ...(byId ? ['404'] : []),
    ...(method === 'post' && secured ? ['409'] : []),
    ...(hasInput ? ['422'] : []),
    '503',
  ];
}

function addIdempotencyKey(operation: Operation): void {
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Repeating the request with the same key, path and body within 24 hours returns the first response; printable ASCII, e.g. `order-1042`',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    },
  ];
}

const REQUEST_ID = { description: 'ID of this request', schema: { type: 'string' } };
const TOTAL = { description: 'Total number of matching records', schema: { type: 'integer' } };
const CHALLENGE = { description: 'Authentication scheme', schema: { type: 'string', const: 'Bearer' } };
const RETRY_AFTER = { description: 'Seconds to wait before retrying', schema: { type: 'integer' } };

const REPLAYED = {
  description: 'Present if this is the stored response to a repeated Idempotency-Key',
  schema: { type: 'string', const: 'true' },
};
const LIMITS = Object.fromEntries(
  Object.entries({
    Limit: 'Requests per minute that the organization may send',
    Remaining: 'Requests left in this minute',
    Reset: 'Seconds until the minute ends',
  }).map(([name, description]) => [`X-RateLimit-${name}`, { description, schema: { type: 'integer' } }]),
);

const STATUS_HEADERS: Readonly<Record<string, object>> = {
  401: { 'WWW-Authenticate': CHALLENGE },
  429: { 'Retry-After': RETRY_AFTER, ...LIMITS },
  503: { 'Retry-After': RETRY_AFTER },
};

function addHeaders(operation: Operation): void {
  const limited = '429' in operation.responses ? LIMITS : {};
  const replays = operation.parameters?.some((it) => it.name === 'Idempotency-Key') ?? false;
  for (const [status, response] of Object.entries(operation.responses)) {
    if (response.description === '') response.description = STATUS_SENTENCES[status] ?? 'Success';
    const total =
      response.content?.['application/json']?.schema?.type === 'array' ? { 'X-Total-Count': TOTAL } : {};
    response.headers = {
      ...response.headers,
      'X-Request-Id': REQUEST_ID,
      ...total,
      ...(status.startsWith('2') ? limited : {}),
      ...(status.startsWith('2') && replays ? { 'Idempotency-Replayed': REPLAYED } : {}),
      ...STATUS_HEADERS[status],
    };
  }
}
