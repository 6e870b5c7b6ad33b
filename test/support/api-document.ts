import type { OpenAPIObject } from '@nestjs/swagger';
import { tellsExample } from '../../src/platform/openapi/told-examples';
import { resolve, type JsonSchema } from './api-routes';

/** Returns whether a schema has an example of its own, needs none, or refers to one that may have. */
export function hasExample(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false;
  if (schema.example !== undefined || schema.$ref !== undefined || tellsExample(schema)) return true;
  if (schema.items?.$ref !== undefined) return true;
  return [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].some((it) => it.$ref !== undefined);
}

const MAX_DIFFERENCES = 10;

/** Returns the paths at which two documents differ, up to ten. */
export function differences(committed: unknown, produced: unknown, path = ''): string[] {
  if (JSON.stringify(committed) === JSON.stringify(produced)) return [];
  if (!isContainer(committed) || !isContainer(produced)) return [path];
  const keys = new Set([...Object.keys(committed), ...Object.keys(produced)]);
  return [...keys]
    .flatMap((key) => differences(committed[key], produced[key], `${path}/${key}`))
    .slice(0, MAX_DIFFERENCES);
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns the paths of the objects in a schema that allow (open) or refuse (closed) properties that it does not name. */
export function objectsIn(
  document: OpenAPIObject,
  schema: JsonSchema,
  kind: 'open' | 'closed',
  path = 'body',
): string[] {
  const { properties, additionalProperties, items, ...parts } = resolve(document, schema);
  // A response that contains what the request said, such as the properties of a charge, has the schema of the request.
  const oneOf = kind === 'open' ? (parts.oneOf ?? []) : [];
  const inner = [
    ...Object.entries(properties ?? {}),
    ...(items === undefined ? [] : [['0', items] as const]),
  ];
  return [
    ...(properties !== undefined && (additionalProperties === false) === (kind === 'closed') ? [path] : []),
    ...inner.flatMap(([name, it]) => objectsIn(document, it, kind, `${path}.${name}`)),
    ...[...(parts.anyOf ?? []), ...(parts.allOf ?? []), ...oneOf].flatMap((it) =>
      objectsIn(document, it, kind, path),
    ),
  ];
}
