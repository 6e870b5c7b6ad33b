type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Removes `type` and `format` beside `anyOf` or `oneOf`: Swagger infers them from the TypeScript type of the field, so
 * that they contradict the alternatives.
 */
export function withoutInferredTypes<T>(document: T): T {
  return convert(document as Json) as T;
}

function convert(value: Json): Json {
  if (Array.isArray(value)) return value.map(convert);
  if (value === null || typeof value !== 'object') return value;
  const isChoice = Array.isArray(value.anyOf) || Array.isArray(value.oneOf);
  const kept = Object.entries(value).filter(([key]) => !isChoice || (key !== 'type' && key !== 'format'));
  return Object.fromEntries(kept.map(([key, child]) => [key, convert(child)]));
}
