import type { OpenAPIObject } from '@nestjs/swagger';

/** As much of JSON Schema as the document uses. */
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
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: ApiParameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<
    string,
    { description: string; headers?: object; content?: Record<string, { schema: JsonSchema }> }
  >;
}

/** One operation of the API description. */
export interface ApiRoute {
  /** `POST /v1/customers/{id}`. */
  name: string;
  method: string;
  path: string;
  /** Needs an API key. */
  secured: boolean;
  /** Needs the admin token. */
  admin: boolean;
  pathParameters: string[];
  queryParameters: ApiParameter[];
  /** Properties of the JSON body; null when the operation takes none. */
  body: Record<string, JsonSchema> | null;
  operation: ApiOperation;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Every operation of the document but the operator's: tests made from it cover operations that are added later. */
export function apiRoutes(document: OpenAPIObject): ApiRoute[] {
  return allRoutes(document).filter((it) => !it.admin);
}

/** As `apiRoutes`, with the operations of the operator. */
export function allRoutes(document: OpenAPIObject): ApiRoute[] {
  const paths = document.paths as Record<string, Record<string, ApiOperation>>;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => toRoute(document, path, method, operation)),
  );
}

function toRoute(document: OpenAPIObject, path: string, method: string, operation: ApiOperation): ApiRoute {
  const parameters = (operation.parameters ?? []).map((it) => referred(document, it));
  const schema = operation.requestBody?.content['application/json']?.schema;
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    secured: (operation.security ?? []).some((it) => 'bearer' in it),
    admin: operation.security?.every((it) => 'admin' in it) ?? false,
    pathParameters: parameters.filter((it) => it.in === 'path').map((it) => it.name),
    queryParameters: parameters.filter((it) => it.in === 'query'),
    body: schema === undefined ? null : (resolve(document, schema).properties ?? {}),
    operation: { ...operation, parameters, responses: responsesOf(document, operation) },
  };
}

function componentOf(document: OpenAPIObject, reference: string): unknown {
  const [, , section = '', name = ''] = reference.split('/');
  return (document.components as Record<string, Record<string, unknown>> | undefined)?.[section]?.[name];
}

/** The responses of an operation, those that it shares with others included. */
function responsesOf(document: OpenAPIObject, { responses }: ApiOperation): ApiOperation['responses'] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, referred(document, response)]),
  );
}

/** The component that a value refers to, or the value itself. */
function referred<T extends object>(document: OpenAPIObject, value: T): T {
  return '$ref' in value ? (componentOf(document, String(value.$ref)) as T) : value;
}

/** The schema that a reference stands for. */
export function resolve(document: OpenAPIObject, schema: JsonSchema): JsonSchema {
  const target = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (target === undefined) return schema;
  const found = componentOf(document, target) as JsonSchema | undefined;
  if (found === undefined) throw new Error(`The document has no ${target}`);
  return found;
}

/** A value made of the document's own examples. */
export function exampleOf(document: OpenAPIObject, schema: JsonSchema): unknown {
  if (schema.example !== undefined) return schema.example;
  const target = resolve(document, schema);
  if (target.example !== undefined) return target.example;
  if (target.items !== undefined) return [exampleOf(document, target.items)];
  if (target.properties === undefined) return target.enum?.[0] ?? null;
  return Object.fromEntries(
    Object.entries(target.properties).map(([name, property]) => [name, exampleOf(document, property)]),
  );
}

/** The body that the document shows as the example of an operation, with some fields replaced. */
export function exampleBody(
  document: OpenAPIObject,
  route: ApiRoute,
  replaced: Record<string, unknown> = {},
): Record<string, unknown> {
  const shown = route.operation.requestBody?.content['application/json']?.example as object | undefined;
  const fields = Object.entries(route.body ?? {});
  const example = shown ?? Object.fromEntries(fields.map(([name, it]) => [name, exampleOf(document, it)]));
  return { ...example, ...Object.fromEntries(Object.entries(replaced).filter(([name]) => name in example)) };
}

/** The path with its first parameter set to `first` and every further one to `rest`. */
export function pathOf(route: ApiRoute, first: string, rest = first): string {
  return route.path
    .replace(/\{[^}]+\}/, encodeURIComponent(first))
    .replace(/\{[^}]+\}/g, encodeURIComponent(rest));
}
