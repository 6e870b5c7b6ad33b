import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  required?: string[];
  enum?: unknown[];
};

const FORMATS: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/,
  date: /^\d{4}-\d\d-\d\d$/,
};

/** Returns what contradicts a schema of the document in a value, each with its path; empty if the value is valid. */
export function schemaProblems(
  document: OpenAPIObject,
  schema: unknown,
  value: unknown,
  path = 'body',
): string[] {
  const { $ref, ...own } = schema as Schema;
  const inner = (it: unknown, name: string | number): string[] =>
    schemaProblems(document, it, value, `${path}.${name}`);
  const choices = own.oneOf ?? own.anyOf;
  const isChosen = choices === undefined || choices.some((it) => inner(it, 'choice').length === 0);
  return [
    ...(typeof $ref === 'string' ? schemaProblems(document, target(document, $ref), value, path) : []),
    ...(own.allOf ?? []).flatMap((it) => schemaProblems(document, it, value, path)),
    ...(isChosen ? [] : [`${path} matches none of the alternatives`]),
    ...(isOfType(own.type, value) ? [] : [`${path} is not of type ${JSON.stringify(own.type)}`]),
    ...(own.enum === undefined || own.enum.includes(value) ? [] : [`${path} is none of its enum`]),
    ...(isInRange(own, value) ? [] : [`${path} is out of range or has another format`]),
    ...partProblems(document, own, value, path),
  ];
}

const target = (document: OpenAPIObject, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((it, key) => (it as Record<string, unknown>)[key], document);

function isOfType(type: unknown, value: unknown): boolean {
  const types = [type].flat().filter((it) => it !== undefined);
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return (
    types.length === 0 || types.includes(actual) || (types.includes('integer') && Number.isSafeInteger(value))
  );
}

function isInRange(schema: Schema, value: unknown): boolean {
  if (typeof value === 'number') return within(schema, value, 'minimum', 'maximum');
  if (Array.isArray(value)) return within(schema, value.length, 'minItems', 'maxItems');
  if (typeof value !== 'string') return true;
  const { format, pattern } = schema;
  return (
    within(schema, value.length, 'minLength', 'maxLength') &&
    (FORMATS[String(format)]?.test(value) ?? true) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value))
  );
}

const within = (schema: Schema, size: number, least: string, most: string): boolean =>
  size >= Number(schema[least] ?? -Infinity) && size <= Number(schema[most] ?? Infinity);

function partProblems(document: OpenAPIObject, schema: Schema, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { items, properties = {}, required = [], additionalProperties } = schema;
  if (Array.isArray(value)) {
    return items === undefined
      ? []
      : value.flatMap((it, index) => schemaProblems(document, items, it, `${path}.${index}`));
  }
  const missing = required.filter((it) => !(it in value)).map((it) => `${path}.${it} is missing`);
  const inside = Object.entries(value).flatMap(([name, it]) => {
    const property = properties[name];
    if (property !== undefined) return schemaProblems(document, property, it, `${path}.${name}`);
    return additionalProperties === false ? [`${path}.${name} is not described`] : [];
  });
  return [...missing, ...inside];
}
