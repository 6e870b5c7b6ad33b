import type { OpenAPIObject } from '@nestjs/swagger';
import { requiresCredentials } from '../../src/platform/openapi/security-schemes';

/** The parts of JSON Schema that the document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  example?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  /** The field that a body may contain instead of this one. */
  'x-alternative'?: { field: string; required: boolean };
}

export interface ApiParameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: JsonSchema;
}

export interface ApiOperation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: ApiParameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: JsonSchema; example?: object }> };
  responses: Record<string, ApiResponse>;
  /** Values of the records that the operation accepts. */
  'x-prefill-with'?: Record<string, string[]>;
}

interface ApiResponse {
  $ref?: string;
  description: string;
  headers?: object;
  content?: Record<string, { schema: JsonSchema }>;
}

/** One operation of the API description. */
export interface ApiRoute {
  /** `POST /v1/customers/{id}`. */
  name: string;
  method: string;
  path: string;
  /** Whether it needs an API key. */
  secured: boolean;
  pathParameters: string[];
  queryParameters: ApiParameter[];
  /** Properties of the JSON body; null for an operation without one. */
  body: Record<string, JsonSchema> | null;
  operation: ApiOperation;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Returns every operation of the document, so that tests built on it also cover operations that are added
 * later.
 */
export function apiRoutes(document: OpenAPIObject): ApiRoute[] {
  const paths = document.paths as Record<string, Record<string, ApiOperation>>;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => toRoute(document, path, method, operation)),
  );
}

function toRoute(document: OpenAPIObject, path: string, method: string, operation: ApiOperation): ApiRoute {
  const parameters = operation.parameters ?? [];
  const schema = operation.requestBody?.content['application/json']?.schema;
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    secured: requiresCredentials(operation.security),
    pathParameters: parameters.filter((it) => it.in === 'path').map((it) => it.name),
    queryParameters: parameters.filter((it) => it.in === 'query'),
    body: schema === undefined ? null : (resolve(document, schema).properties ?? {}),
    operation: { ...operation, responses: resolvedResponses(document, operation) },
  };
}

function resolvedResponses(
  document: OpenAPIObject,
  { responses }: ApiOperation,
): Record<string, ApiResponse> {
  const shared = (document.components?.responses ?? {}) as unknown as Record<string, ApiResponse>;
  return Object.fromEntries(
    Object.entries(responses).map(([status, { $ref, ...own }]) => {
      const component = shared[$ref?.replace('#/components/responses/', '') ?? ''];
      if ($ref !== undefined && component === undefined) throw new Error(`The document has no ${$ref}`);
      return [status, { ...component, ...own }];
    }),
  );
}

/** Follows the schema's `$ref`, if it has one, to the schema of the document. */
export function resolve(document: OpenAPIObject, schema: JsonSchema): JsonSchema {
  const target = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (target === undefined) return schema;
  const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>;
  const found = schemas[target.replace('#/components/schemas/', '')];
  if (found === undefined) throw new Error(`The document has no ${target}`);
  return found;
}

/** Returns a value built from the examples of the document. */
export function exampleOf(document: OpenAPIObject, schema: JsonSchema): unknown {
  if (schema.example !== undefined) return schema.example;
  const target = resolve(document, schema);
  if (target.example !== undefined) return target.example;
  if (target.items !== undefined) return [exampleOf(document, target.items)];
  const [variant] = target.oneOf ?? [];
  if (variant !== undefined) return exampleOf(document, variant);
  if (target.properties === undefined) return target.enum?.[0] ?? null;
  return Object.fromEntries(
    Object.entries(target.properties).map(([name, property]) => [name, exampleOf(document, property)]),
  );
}

/**
 * Returns the example body of an operation, with some fields replaced. If two fields are alternatives, the body
 * contains the ID.
 */
export function exampleBody(
  document: OpenAPIObject,
  route: ApiRoute,
  replaced: Record<string, unknown> = {},
): Record<string, unknown> {
  const body = route.body ?? {};
  const alternatives = new Set(Object.values(body).map((it) => it['x-alternative']?.field));
  const fields = Object.entries(body).filter(([name]) => !alternatives.has(name));
  return Object.fromEntries(
    fields.map(([name, schema]) => [name, name in replaced ? replaced[name] : exampleOf(document, schema)]),
  );
}

/** Returns the query string with the examples of the parameters that the route requires; empty if there are none. */
export function requiredQuery({ queryParameters }: ApiRoute): string {
  const required = queryParameters.filter((it) => it.required === true);
  const examples = required.map((it): [string, string] => [
    it.name,
    String(it.example ?? it.schema?.example),
  ]);
  return examples.length === 0 ? '' : `?${new URLSearchParams(examples).toString()}`;
}

/** Returns the path with its first parameter set to `first` and all others to `rest`. */
export function pathOf(route: ApiRoute, first: string, rest = first): string {
  return route.path
    .replace(/\{[^}]+\}/, encodeURIComponent(first))
    .replace(/\{[^}]+\}/g, encodeURIComponent(rest));
}

/** Returns the paths of the objects in a schema that allow (open) or refuse (closed) unknown properties. */
export function objectsIn(
  document: OpenAPIObject,
  schema: JsonSchema,
  kind: 'open' | 'closed',
  path = 'body',
): string[] {
  const { properties, additionalProperties, items, ...rest } = resolve(document, schema);
  const { anyOf = [], allOf = [], oneOf = [] } = rest;
  const inner = [
    ...Object.entries(properties ?? {}),
    ...(items === undefined ? [] : [['0', items] as const]),
  ];
  return [
    ...(properties !== undefined && (additionalProperties === false) === (kind === 'closed') ? [path] : []),
    ...inner.flatMap(([name, it]) => objectsIn(document, it, kind, `${path}.${name}`)),
    ...[...anyOf, ...allOf, ...oneOf].flatMap((it) => objectsIn(document, it, kind, path)),
  ];
}

/** Returns whether a request has path parameters, query parameters or a body, any of which can be invalid. */
export function hasInput(route: ApiRoute): boolean {
  return route.pathParameters.length + route.queryParameters.length > 0 || route.body !== null;
}

/** Returns the schema of the response with status 200. */
export function answerSchemaOf(route: ApiRoute): JsonSchema | undefined {
  return route.operation.responses['200']?.content?.['application/json']?.schema;
}

/** Returns whether a schema has an example or refers to a schema that has its own. */
export function hasExample(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false;
  if (schema.example !== undefined || schema.$ref !== undefined) return true;
  if (schema.items !== undefined) return hasExample(schema.items);
  return [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].some((it) => it.$ref !== undefined);
}
