import type { Schema } from '../../api/description';

type Schemas = Record<string, Schema>;

/** Fields that only special deliveries have. */
const RARE = new Set(['sample']);

/** Returns the example of a body, put together from the examples of its fields. */
export function exampleOf(schema: Schema, schemas: Schemas, path: readonly string[] = []): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    const target = schemas[name];
    // A record may contain others of its kind.
    return target === undefined || path.includes(name) ? null : exampleOf(target, schemas, [...path, name]);
  }
  const [part] = schema.allOf ?? [];
  if (part !== undefined) return exampleOf(part, schemas, path);
  if (schema.items !== undefined) return [exampleOf(schema.items, schemas, path)];
  if (schema.properties === undefined) return schema.enum?.[0] ?? null;
  return Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name]) => !RARE.has(name))
      .map(([name, field]) => [name, exampleOf(field, schemas, path)]),
  );
}

/** Returns a schema with all schemas that it refers to, so that it can be used without the API description. */
export function standalone(schema: Schema, schemas: Schemas): Schema & { components: { schemas: Schemas } } {
  const reached = new Map<string, Schema>();
  const visit = (part: Schema): void => {
    for (const [, reference = ''] of JSON.stringify(part).matchAll(/"\$ref":"([^"]+)"/g)) {
      const name = nameOf(reference);
      const target = schemas[name];
      if (target === undefined || reached.has(name)) continue;
      reached.set(name, target);
      visit(target);
    }
  };
  visit(schema);
  return { ...schema, components: { schemas: Object.fromEntries(reached) } };
}

/** Returns the last part of a reference such as `#/components/schemas/Invoice`. */
function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
