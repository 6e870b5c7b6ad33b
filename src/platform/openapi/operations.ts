import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { PROBLEM_JSON } from '../errors/problem';
import { ERRORS_EXTENSION } from './api-errors';
import { ProblemDto } from './problem.dto';

interface Operation {
  security?: object[];
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    example?: unknown;
    schema?: object;
  }[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: { $ref?: string } }> };
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
  200: 'Done',
  201: 'Created',
  401: 'No API key, or one that is unknown, revoked or expired',
  404: 'No such record in this organization',
  409: 'A value that must be unique is taken, or a request with this Idempotency-Key is still running',
  413: 'The body is larger than 1 MiB',
  415: 'The body is not JSON',
  400: 'The body is not valid JSON',
  422: 'A field, query parameter or id is wrong; `errors` names it',
  503: 'The database is away; come back after `Retry-After`',
};

/** Adds to every operation what follows from its form: errors, idempotency key, list headers, request id. */
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
  const secured = operation.security !== undefined && operation.security.length > 0;
  for (const status of errorStatuses(method, operation, secured, own)) {
    operation.responses[status] = problem(own[status] ?? STATUS_SENTENCES[status] ?? 'Refused');
  }
  if (method === 'post' && secured) addIdempotencyKey(operation);
  addHeaders(operation);
}

/** A body without required fields may be left out; one without any field is not offered at all. */
function describeBody(document: OpenAPIObject, operation: Operation): void {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const name = schema?.$ref?.split('/').at(-1) ?? '';
  const body = document.components?.schemas?.[name] as
    { properties?: object; required?: string[] } | undefined;
  if (operation.requestBody === undefined || body === undefined) return;
  if (Object.keys(body.properties ?? {}).length === 0) delete operation.requestBody;
  else operation.requestBody.required = (body.required ?? []).length > 0;
}

function errorStatuses(method: string, operation: Operation, secured: boolean, own: object): string[] {
  const parameters = operation.parameters ?? [];
  const byId = parameters.some((it) => it.in === 'path');
  const hasBody = operation.requestBody !== undefined;
  // With a key also without any parameter: one that is unknown is refused.
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

function problem(description: string): OperationResponse {
  const schema: object = { $ref: getSchemaPath(ProblemDto) };
  return { description, content: { [PROBLEM_JSON]: { schema } } };
}

function addIdempotencyKey(operation: Operation): void {
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key, path and body again gets the first answer again, for 24 hours',
      example: '7b9d2c4e-order-1042',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ];
}

const REQUEST_ID = { description: 'The id of this request', schema: { type: 'string' } };
const TOTAL = { description: 'The number of all records that match', schema: { type: 'integer' } };
const CHALLENGE = { description: 'What to authenticate with', schema: { type: 'string', const: 'Bearer' } };
const RETRY_AFTER = { description: 'Seconds after which to come back', schema: { type: 'integer' } };

const STATUS_HEADERS: Readonly<Record<string, object>> = {
  401: { 'WWW-Authenticate': CHALLENGE },
  429: { 'Retry-After': RETRY_AFTER },
  503: { 'Retry-After': RETRY_AFTER },
};

function addHeaders(operation: Operation): void {
  for (const [status, response] of Object.entries(operation.responses)) {
    if (response.description === '') response.description = STATUS_SENTENCES[status] ?? 'Done';
    const total =
      response.content?.['application/json']?.schema?.type === 'array' ? { 'X-Total-Count': TOTAL } : {};
    response.headers = {
      ...response.headers,
      'X-Request-Id': REQUEST_ID,
      ...total,
      ...STATUS_HEADERS[status],
    };
  }
}
