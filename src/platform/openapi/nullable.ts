type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Converts `nullable`, which the decorators write and OpenAPI 3.1 lacks: `{type: T, nullable: true}` becomes `{type:
 * [T, 'null']}`, and a nullable reference becomes `anyOf` with null.
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
