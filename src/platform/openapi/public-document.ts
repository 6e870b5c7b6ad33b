import type { OpenAPIObject } from '@nestjs/swagger';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schemas = Record<string, Json>;

const SCHEMAS = '#/components/schemas/';
const MAX_INT32 = 2 ** 31 - 1;

/**
 * Returns the document as clients see it: schemas without the suffix `Dto` and without those that nothing refers to, and
 * integers with a format, because generators for other languages otherwise use 32 bits for amounts.
 */
export function publicDocument(document: OpenAPIObject): OpenAPIObject {
  const renamed = convert(document as unknown as Json) as unknown as OpenAPIObject;
  const schemas = (renamed.components?.schemas ?? {}) as Schemas;
  const names = Object.keys(schemas).map(publicName);
  const twice = names.find((it, index) => names.indexOf(it) !== index);
  if (twice !== undefined) throw new Error(`Two classes have the public name ${twice}: rename one of them`);
  const kept = Object.fromEntries(Object.entries(schemas).map(([name, it]) => [publicName(name), it]));
  const result = { ...renamed, components: { ...renamed.components, schemas: kept } };
  return withoutUnused(result as OpenAPIObject);
}

const publicName = (name: string): string => name.replace(/Dto$/, '');

function convert(value: Json): Json {
  if (typeof value === 'string') return value.startsWith(SCHEMAS) ? publicName(value) : value;
  if (Array.isArray(value)) return value.map(convert);
  if (value === null || typeof value !== 'object') return value;
  const converted = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, convert(child)]));
  const isInteger = [converted.type].flat().includes('integer') && converted.format === undefined;
  return isInteger ? { ...converted, format: isSmall(converted.maximum) ? 'int32' : 'int64' } : converted;
}

const isSmall = (maximum: Json | undefined): boolean => typeof maximum === 'number' && maximum <= MAX_INT32;

function withoutUnused(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const { components, ...outside } = document;
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit({ ...outside, responses: components?.responses });
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...components, schemas: kept } } as OpenAPIObject;
}
