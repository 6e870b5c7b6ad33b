import type { OpenAPIObject } from '@nestjs/swagger';
import { ALTERNATIVE_EXTENSION } from '../http/references';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  format?: string;
  example?: unknown;
  [ALTERNATIVE_EXTENSION]?: object;
}

interface MediaType {
  schema?: Schema;
  example?: unknown;
}

const JSON_TYPE = 'application/json';

/**
 * Adds an example to every request body that has none, made of the examples of its fields. Without one, Swagger UI fills
 * in defaults in place of examples. Left out are
 * - IDs that a key can replace, because IDs differ in every organization,
 * - optional times, because an example that was in the future is in the past one day,
 * - fields whose example is null.
 */
export function addBodyExamples(document: OpenAPIObject): void {
  for (const path of Object.values(document.paths) as Record<string, { requestBody?: object }>[]) {
    for (const { requestBody } of Object.values(path)) {
      const { content = {} } = (requestBody ?? {}) as { content?: Record<string, MediaType> };
      const body = content[JSON_TYPE];
      if (body?.schema !== undefined) body.example ??= exampleOf(document, body.schema);
    }
  }
}

function exampleOf(document: OpenAPIObject, schema: Schema): unknown {
  if (schema.example !== undefined) return schema.example;
  const { items, oneOf, properties, example, required = [] } = resolve(document, schema);
  if (example !== undefined) return example;
  if (items !== undefined) return [exampleOf(document, items)];
  if (oneOf?.[0] !== undefined) return exampleOf(document, oneOf[0]);
  if (properties === undefined) return null;
  const fields = Object.entries(properties)
    .filter(([name, it]) => !(ALTERNATIVE_EXTENSION in it) && (required.includes(name) || !isTime(it)))
    .map(([name, it]) => [name, exampleOf(document, it)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}

const isTime = ({ format, anyOf = [], oneOf = [] }: Schema): boolean =>
  format === 'date-time' || [...anyOf, ...oneOf].some(isTime);

function resolve(document: OpenAPIObject, schema: Schema): Schema {
  const target = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (target === undefined) return schema;
  return document.components?.schemas?.[target.split('/').at(-1) ?? ''] ?? {};
}
