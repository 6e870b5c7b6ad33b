type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * OpenAPI 3.1 has no `nullable`, but the decorators still write it. Turns `{type: T, nullable: true}` into
 * `{type: [T, 'null']}`, and a nullable reference into a choice with null.
 */
export function toNullableTypes<T>(document: T): T {
  return convert(document as Json) as T;
}

function convert(value: Json): Json {
  if (Array.isArray(value)) return value.map(convert);
  if (value === null || typeof value !== 'object') return value;
  const { nullable, ...rest } = value;
  const converted = Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, convert(child)]));
  return nullable === true ? withNull(converted) : converted;
}

function withNull(schema: Record<string, Json>): Json {
  const { type, $ref, allOf, ...rest } = schema;
  if (typeof type === 'string') {
    const choices = Array.isArray(rest.enum) ? { enum: [...rest.enum, null] } : {};
    return { ...rest, ...choices, type: [type, 'null'] };
  }
  const target: Json = $ref === undefined ? { allOf: allOf ?? [] } : { $ref };
  return { ...rest, anyOf: [target, { type: 'null' }] };
}
