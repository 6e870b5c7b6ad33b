type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Keywords that Swagger infers from the TypeScript type of a field. */
const INFERRED = ['type', 'format', 'additionalProperties'];

/**
 * Removes inferred keywords beside `anyOf` and `oneOf`, whose alternatives they contradict, and writes a reference within
 * `allOf` as `$ref` with a description of its own, which OpenAPI 3.1 allows.
 */
export function withoutInferredTypes<T>(document: T): T {
  return convert(document as Json) as T;
}

function convert(value: Json): Json {
  if (Array.isArray(value)) return value.map(convert);
  if (value === null || typeof value !== 'object') return value;
  const { allOf, ...schema } = value;
  const [reference, ...others] = Array.isArray(allOf) ? allOf : [];
  const isReference = reference !== undefined && others.length === 0;
  const isChoice = Array.isArray(value.anyOf) || Array.isArray(value.oneOf);
  const rest = isReference ? schema : value;
  const kept = Object.entries(rest).filter(([key]) => !(isReference || isChoice) || !INFERRED.includes(key));
  const converted = Object.fromEntries(kept.map(([key, child]) => [key, convert(child)]));
  return isReference ? { ...(reference as object), ...converted } : converted;
}
