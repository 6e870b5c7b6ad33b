import type { OpenAPIObject } from '@nestjs/swagger';
import { ADDED_FIELD_EXTENSION } from '../extensions';

/** The keywords of a JSON schema that an example is made from. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  example?: unknown;
  examples?: unknown[];
  default?: unknown;
  format?: string;
  minimum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  /** Whether examples leave the field out. */
  [ADDED_FIELD_EXTENSION]?: true;
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
};

/** Returns the schema that a reference to a component means; any other schema unchanged. */
export function resolved(document: OpenAPIObject, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  return (document.components?.schemas?.[name] ?? {}) as Schema;
}

/** Returns a value that fits the schema: the examples of its fields, and otherwise the simplest value of the type. */
export function exampleOf(document: OpenAPIObject, schema: Schema): unknown {
  const it = resolved(document, schema);
  if (it.const !== undefined) return it.const;
  if (it.example !== undefined) return it.example;
  if (it.examples !== undefined) return it.examples[0];
  if (it.allOf !== undefined) {
    return Object.assign({}, ...it.allOf.map((part) => exampleOf(document, part))) as unknown;
  }
  const choice = [...(it.anyOf ?? []), ...(it.oneOf ?? [])][0];
  if (choice !== undefined) return exampleOf(document, choice);
  return it.properties === undefined ? simplest(document, it) : exampleOfObject(document, it.properties);
}

function exampleOfObject(document: OpenAPIObject, properties: Record<string, Schema>): object {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, schema]) => schema[ADDED_FIELD_EXTENSION] === undefined)
      .map(([name, schema]) => [name, exampleOf(document, schema)]),
  );
}

function simplest(document: OpenAPIObject, { type, format, items, minimum, ...rest }: Schema): unknown {
  if (rest.default !== undefined) return rest.default;
  if (rest.enum !== undefined) return rest.enum[0];
  const [first] = [type].flat().filter((it) => it !== 'null');
  if (first === 'array') return items === undefined ? [] : [exampleOf(document, items)];
  if (first === 'integer' || first === 'number') return minimum ?? 0;
  if (first === 'boolean') return false;
  if (first === 'string') return BY_FORMAT[format ?? ''] ?? 'text';
  return {};
}
