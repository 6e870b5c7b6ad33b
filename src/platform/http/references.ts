import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';
import { isGiven, NotWith } from './field-definition';
import { TextField, UuidField } from './fields';

/**
 * A record that a request names by its ID or by the caller's own key, such as a customer by `customer_id` or by
 * `external_customer_id` (docs/api.md#references).
 */
export interface Reference {
  /** Name of the resource in one word, e.g. `customer`. */
  readonly resource: string;
  /** Path of the route that lists the resource, e.g. `/v1/customers`. */
  readonly list: string;
  /** The field or query parameter with the ID, e.g. `customer_id`. */
  readonly id: string;
  /** The field or query parameter with the key, e.g. `external_customer_id`. */
  readonly key: string;
  readonly table: string;
  /** The column with the key. A unique index covers the organization and key of records that are not deleted. */
  readonly column: string;
  readonly examples: { readonly id: string; readonly key: string };
}

interface ReferenceOptions {
  /** The request may omit both fields. */
  optional?: boolean;
  /** Description of the ID; by default "ID of the <resource>". */
  description?: string;
}

/** OpenAPI extension in the schema of an ID field; its value is an `Alternative`. */
export const ALTERNATIVE_EXTENSION = 'x-alternative';

/** The key field that a request may contain instead of the ID field. */
export interface Alternative {
  field: string;
  /** Whether the request must contain one of the two. */
  required: boolean;
}

const REFERENCES = Symbol('references');

/** Returns the references that a body or query class and its base classes declare. */
export function referencesOf(prototype: object): readonly Reference[] {
  return (Reflect.getMetadata(REFERENCES, prototype) ?? []) as readonly Reference[];
}

/**
 * Declares the ID field of a reference. Unless `optional`, the request must contain either the ID or the key. The
 * handler gets the ID in both cases (references.interceptor.ts). The class must also declare `KeyOf` for the same
 * reference.
 */
export function IdOf(reference: Reference, options: ReferenceOptions = {}): PropertyDecorator {
  const { id, key, resource, examples } = reference;
  const { optional = false, description = `ID of the ${resource}` } = options;
  const alternative: Alternative = { field: key, required: !optional };
  const presence = optional ? `cannot be combined with \`${key}\`` : `required unless \`${key}\` is given`;
  return applyDecorators(
    UuidField({ description: `${description}; ${presence}`, example: examples.id, optional }),
    ApiProperty({ required: false, [ALTERNATIVE_EXTENSION]: alternative } as object),
    ValidateIf((values: object, value) => value !== undefined || !isGiven(values, key)),
    rule(
      'isGiven',
      'required',
      `is required unless ${key} is given`,
      (values) => optional || isGiven(values, id),
    ),
    NotWith(key),
    remember(reference),
  );
}

/** Declares the key field of a reference, next to the ID field that `IdOf` declares. */
export function KeyOf({ resource, id, column, examples }: Reference): PropertyDecorator {
  const description = `Instead of \`${id}\`: the \`${column}\` of the ${resource}`;
  return applyDecorators(TextField({ description, example: examples.key, optional: true }), NotWith(id));
}

const remember =
  (reference: Reference): PropertyDecorator =>
  (prototype) => {
    Reflect.defineMetadata(REFERENCES, [...referencesOf(prototype), reference], prototype);
  };

function rule(
  name: string,
  code: string,
  message: string,
  test: (values?: object) => boolean,
): PropertyDecorator {
  return ValidateBy(
    { name, validator: { validate: (_, args) => test(args?.object), defaultMessage: () => message } },
    { context: { code } },
  );
}
