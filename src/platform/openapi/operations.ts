import type { OpenAPIObject } from '@nestjs/swagger';
import { ERRORS_EXTENSION } from './api-errors';
import { INCLUDED_EXTENSION, describeIncluded } from './included-records';
import { problemResponse } from './problem-responses';
import { successHeaders } from './response-headers';
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
  [INCLUDED_EXTENSION]?: string;
}

interface OperationResponse {
  description?: string;
  headers?: object;
  content?: Record<string, { schema?: { type?: string; items?: object } }>;
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** Adds errors, Idempotency-Key, If-Match, the headers of lists and records, and the request ID to every operation. */
export function completeOperations(document: OpenAPIObject): void {
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = path[method] as Operation | undefined;
      if (operation === undefined) continue;
      completeOperation(method, operation);
      describeIncluded(operation);
      describeBody(document, operation);
    }
  }
}

function completeOperation(method: string, operation: Operation): void {
  const own = operation[ERRORS_EXTENSION] ?? {};
  const secured = requiresCredentials(operation.security);
  operation.security ??= [];
  for (const parameter of operation.parameters ?? []) describeParameter(parameter);
  if (method === 'post' && secured) addIdempotencyKey(operation);
  if (method === 'put') addIfMatch(operation);
  addHeaders(method, operation);
  for (const status of errorStatuses(method, operation, secured, own)) {
    operation.responses[status] = problemResponse(status, own[status]);
  }
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
    ...(method === 'put' ? ['412'] : []),
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
        'Repeating the request with the same key, path and body within 24 hours returns its 2xx response again; other responses are not stored. Printable ASCII, e.g. `order-1042`',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    },
  ];
}

function addIfMatch(operation: Operation): void {
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: 'If-Match',
      in: 'header',
      required: false,
      description:
        'ETag of the version to change, or several, separated by commas. If the record has another one by now, the request is refused with 412; `*` means any version',
      schema: { type: 'string', minLength: 1 },
    },
  ];
}

const DESCRIPTIONS: Readonly<Record<string, string>> = { 201: 'Created' };

function addHeaders(method: string, operation: Operation): void {
  const isLimited = '429' in (operation[ERRORS_EXTENSION] ?? {});
  Reflect.deleteProperty(operation, ERRORS_EXTENSION);
  const isPaged = operation.parameters?.some((it) => it.name === 'after') ?? false;
  const isReplayable = operation.parameters?.some((it) => it.name === 'Idempotency-Key') ?? false;
  const hasTag = method === 'get' || method === 'put';
  for (const [status, response] of Object.entries(operation.responses)) {
    if (response.description === '') response.description = DESCRIPTIONS[status] ?? 'Success';
    const schema = response.content?.['application/json']?.schema;
    const isList = schema?.type === 'array';
    const isTagged = hasTag && status === '200' && schema !== undefined && !isList;
    const features = { isList, isTagged, isPaged: isList && isPaged, isLimited, isReplayable };
    response.headers = { ...response.headers, ...successHeaders(features) };
  }
}
