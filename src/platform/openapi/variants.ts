import type { OpenAPIObject } from '@nestjs/swagger';
import { pascalCase } from './names';

/** A class whose field `field` has another schema for each value of the field `discriminator`. */
interface Variants {
  discriminator: string;
  field: string;
  /** The schemas of `field` by value of the discriminator; complete when the document is built. */
  schemas: () => ReadonlyMap<string, object>;
}

interface ObjectSchema {
  properties: Record<string, object>;
}

const byClass = new Map<string, Variants>();

/** Describes a class as `oneOf` with a discriminator, one schema for each variant. Does not change its validation. */
export const VariantsBy =
  (variants: Variants): ClassDecorator =>
  (target) => {
    byClass.set(target.name, variants);
  };

/** Replaces the schema of each class with `VariantsBy` by one schema per variant, and their `oneOf`. */
export function expandVariants(document: OpenAPIObject): void {
  const schemas = document.components?.schemas as unknown as Record<string, object>;
  for (const [name, variants] of byClass) {
    const schema = schemas[name] as ObjectSchema | undefined;
    if (schema !== undefined) Object.assign(schemas, schemasOf(name, schema, variants));
  }
}

function schemasOf(name: string, schema: ObjectSchema, variants: Variants): Record<string, object> {
  const { discriminator, field, schemas } = variants;
  const of = (value: string): string => `${pascalCase(value)}${name}`;
  const reference = (value: string): string => `#/components/schemas/${of(value)}`;
  const values = [...schemas().keys()];
  return {
    ...Object.fromEntries(
      [...schemas()].map(([value, fieldSchema]) => {
        const choice = { ...schema.properties[discriminator], enum: [value], example: value };
        // A copy, because requests close the objects in it and responses do not.
        const specific = { ...description(schema.properties[field]), ...structuredClone(fieldSchema) };
        return [
          of(value),
          { ...schema, properties: { ...schema.properties, [discriminator]: choice, [field]: specific } },
        ];
      }),
    ),
    [name]: {
      oneOf: values.map((it) => ({ $ref: reference(it) })),
      discriminator: {
        propertyName: discriminator,
        mapping: Object.fromEntries(values.map((it) => [it, reference(it)])),
      },
    },
  };
}

const description = (schema: object | undefined): object => {
  const { description: text } = (schema ?? {}) as { description?: string };
  return text === undefined ? {} : { description: text };
};
