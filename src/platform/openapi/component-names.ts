const SCHEMAS = '#/components/schemas/';
const SUFFIX = 'Dto';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Names the schemas of a document as a reader of the API would: `Customer`, not `CustomerDto`. The suffix belongs to the
 * classes of this service, and generators would copy it into the code of every client.
 *
 * @throws Error when two schemas would have the same name
 */
export function nameComponents<T extends { components?: { schemas?: object } }>(document: T): T {
  const named = rename(document as Json) as T;
  const schemas = named.components?.schemas ?? {};
  const result: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const short = withoutSuffix(name);
    if (short in result) throw new Error(`Two schemas of the API description are called ${short}`);
    result[short] = schema;
  }
  return { ...named, components: { ...named.components, schemas: result } };
}

/** Renames every reference, those in the mapping of a discriminator included. */
function rename(value: Json): Json {
  if (typeof value === 'string') return value.startsWith(SCHEMAS) ? withoutSuffix(value) : value;
  if (Array.isArray(value)) return value.map(rename);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, rename(child)]));
}

const withoutSuffix = (name: string): string =>
  name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : name;
