import type { OpenAPIObject } from '@nestjs/swagger';
import { SCOPE_EXTENSION } from '../http/required-scope';
import { ERRORS_EXTENSION } from './api-errors';
import { addEntityTag, takesIfMatch } from './entity-tags';
import { problemResponse } from './problem-responses';
import { resourceOf } from './resource-name';
import { addRequestExample, describeBody, removeEmptyBody, type OperationWithBody } from './request-bodies';
import { tellsExample } from './told-examples';

interface Operation extends OperationWithBody {
  security?: Record<string, string[]>[];
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
  [SCOPE_EXTENSION]?: string;
}

interface OperationResponse {
  description?: string;
  headers?: object;
  content?: Record<string, { schema?: { type?: string } }>;
}

/** The security scheme of the operator's routes. */
export const ADMIN_SECURITY = 'admin';
const KEY_SECURITY = 'bearer';

const METHODS = ['get', 'post', 'put', 'delete'] as const;

const STATUS_SENTENCES: Readonly<Record<string, string>> = {
  200: 'Success',
  201: 'Created',
  401: 'No API key, or one that is unknown, revoked or expired',
  403: 'The API key lacks the scope of the operation, or the organization is suspended',
  404: 'No record with this id in this organization',
  409: 'A unique value already exists, or a request with this Idempotency-Key is in progress',
  412: 'The object has changed since the ETag of If-Match was read',
  413: 'The body is larger than 1 MiB',
  415: 'The body is not JSON',
  400: 'The body is not valid JSON',
  422: 'A field, query parameter or id is invalid; `errors` names it',
  503: 'The database is unavailable, or the organization has too many requests in progress (`overloaded`); retry after `Retry-After` seconds',
};

const NOT_THE_OPERATOR = 'The Bearer token is not the ADMIN_TOKEN, or the operator has set none';

/** Adds to every operation its errors, Idempotency-Key, list headers and request id. */
export function completeOperations(document: OpenAPIObject): void {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = operations[method] as Operation | undefined;
      if (operation === undefined) continue;
      describeBody(document, operation);
      addRequestExample(document, operation);
      completeOperation(method, operation, resourceOf(path));
    }
  }
  removeEmptyBody(document);
}

function completeOperation(method: string, operation: Operation, resource: string): void {
  const own = operation[ERRORS_EXTENSION] ?? {};
  Reflect.deleteProperty(operation, ERRORS_EXTENSION);
  nameScope(operation);
  const needs = (scheme: string): boolean => operation.security?.some((it) => scheme in it) ?? false;
  const secured = needs(KEY_SECURITY);
  for (const status of errorStatuses(method, operation, { secured, admin: needs(ADMIN_SECURITY) }, own)) {
    const sentence = secured || status !== '401' ? STATUS_SENTENCES[status] : NOT_THE_OPERATOR;
    const description = own[status] ?? sentence ?? 'Refused';
    operation.responses[status] = problemResponse(status, description, { resource, isOwn: status in own });
  }
  for (const parameter of operation.parameters ?? []) describeParameter(parameter);
  if (method === 'post' && secured) addIdempotencyKey(operation);
  addEntityTag(method, operation);
  addHeaders(operation);
}

/** Puts the scope of the route into its security requirement, where OpenAPI 3.1 has the roles that it needs. */
function nameScope(operation: Operation): void {
  const scope = operation[SCOPE_EXTENSION];
  Reflect.deleteProperty(operation, SCOPE_EXTENSION);
  if (scope === undefined) return;
  operation.security = (operation.security ?? []).map((it) =>
    Object.fromEntries(Object.keys(it).map((scheme) => [scheme, [scope]])),
  );
}

/** Moves examples of filters into the description: Swagger UI would send them, and all filters together match nothing. */
function describeParameter(parameter: NonNullable<Operation['parameters']>[number]): void {
  const { schema = {} } = parameter;
  if (parameter.in === 'path' && /^id$|_id$|Id$/.test(parameter.name)) {
    parameter.description ??= 'Id of the record';
    schema.format = 'uuid';
  }
  if (parameter.in !== 'query' || parameter.required === true || 'default' in schema) return;
  const example = parameter.example ?? schema.example;
  if (example === undefined) return;
  delete parameter.example;
  delete schema.example;
  if (tellsExample(schema)) return;
  parameter.description = `${parameter.description ?? ''}, e.g. \`${typeof example === 'string' ? example : JSON.stringify(example)}\``;
}

function errorStatuses(
  method: string,
  operation: Operation,
  { secured, admin }: { secured: boolean; admin: boolean },
  own: object,
): string[] {
  const parameters = operation.parameters ?? [];
  const byId = parameters.some((it) => it.in === 'path');
  const hasBody = operation.requestBody !== undefined;
  // Operations with a key have one even without parameters: an unknown query parameter is refused.
  const hasInput = hasBody || parameters.length > 0 || secured;
  return [
    ...Object.keys(own),
    ...(hasBody ? ['400', '413', '415'] : []),
    ...(secured ? ['401', '403'] : []),
    ...(admin ? ['401'] : []),
    ...(byId ? ['404'] : []),
    ...(method === 'post' && secured ? ['409'] : []),
    ...(takesIfMatch(method, operation) ? ['412'] : []),
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
        'A retry with the same key, path and body within 24 hours returns the first response; printable ASCII, e.g. `order-1042`',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    },
  ];
}

const REQUEST_ID = { description: 'Id of the request', schema: { type: 'string' } };
const TOTAL = {
  description: 'Number of all records that match; with a cursor, when the first page was read',
  schema: { type: 'integer' },
};
const LINK = {
  description: 'RFC 8288 links to the pages `next` and `prev`, as far as they exist; relative to the host',
  schema: { type: 'string' },
};
const CHALLENGE = { description: 'Authentication scheme', schema: { type: 'string', const: 'Bearer' } };
const RETRY_AFTER = { description: 'Seconds to wait before a retry', schema: { type: 'integer' } };

const REPLAYED = {
  description: 'Present if this is the stored first response to the Idempotency-Key',
  schema: { type: 'string', const: 'true' },
};
const LIMITS = Object.fromEntries(
  Object.entries({
    Limit: 'Requests that the organization may make within a minute',
    Remaining: 'How many are left of them',
    Reset: 'Seconds until all are there again',
  }).map(([name, description]) => [`X-RateLimit-${name}`, { description, schema: { type: 'integer' } }]),
);

const STATUS_HEADERS: Readonly<Record<string, object>> = {
  401: { 'WWW-Authenticate': CHALLENGE },
  429: { 'Retry-After': RETRY_AFTER, ...LIMITS },
  503: { 'Retry-After': RETRY_AFTER },
};

function addHeaders(operation: Operation): void {
  const limited = '429' in operation.responses ? LIMITS : {};
  const hasCursors = operation.parameters?.some((it) => it.name === 'after') ?? false;
  const replays = operation.parameters?.some((it) => it.name === 'Idempotency-Key') ?? false;
  for (const [status, response] of Object.entries(operation.responses)) {
    if (response.description === '') response.description = STATUS_SENTENCES[status] ?? 'Success';
    const isList = response.content?.['application/json']?.schema?.type === 'array';
    response.headers = {
      ...response.headers,
      'X-Request-Id': REQUEST_ID,
      ...(isList ? { 'X-Total-Count': TOTAL } : {}),
      ...(isList && hasCursors ? { Link: LINK } : {}),
      ...(status.startsWith('2') ? limited : {}),
      ...(status.startsWith('2') && replays ? { 'Idempotency-Replayed': REPLAYED } : {}),
      ...STATUS_HEADERS[status],
    };
  }
}
