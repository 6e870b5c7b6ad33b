import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';
import type { PreparedStatement } from '../database/prepared-statement';
import { TextField, UuidField } from './fields';

/**
 * A record that a request can name by its id or by a key of the caller's own, such as a customer by `customer_id` or by
 * `external_customer_id` (docs/decisions.md#references).
 */
export interface Reference {
  /** In words, e.g. `customer`. */
  readonly resource: string;
  /** The field with the id, e.g. `customer_id`. */
  readonly id: string;
  /** The field with the key, e.g. `external_customer_id`. */
  readonly key: string;
  readonly examples: { readonly id: string; readonly key: string };
  /** Returns the `id` of the record with key `$2` in organization `$1`, by an index. */
  readonly lookup: PreparedStatement;
}

/** A reference as the class of a body has it. */
export interface UsedReference extends Reference {
  /** Whether the request may have neither field; null is none, then. */
  readonly optional: boolean;
}

/** Whether neither field needs to be there; what the field is, where "Id of the <resource>" does not say it. */
interface ReferenceOptions {
  optional?: boolean;
  nullable?: boolean;
  description?: string;
}

/** Extension of the schema of an id with the field that can be given instead. */
export const ALTERNATIVE_EXTENSION = 'x-alternative';

const REFERENCES = Symbol('references');

/** Returns the references of a class of bodies. */
export function referencesOf(prototype: object): readonly UsedReference[] {
  return (Reflect.getMetadata(REFERENCES, prototype) ?? []) as readonly UsedReference[];
}

/** The id of a referenced record. Unless `optional`, the request has either this or the key; the handler gets this. */
export function IdOf(reference: Reference, options: ReferenceOptions = {}): PropertyDecorator {
  const { description = `Id of the ${reference.resource}`, ...presence } = options;
  return applyDecorators(
    UuidField({
      description: `${description}; give this or ${reference.key}`,
      example: reference.examples.id,
      ...presence,
    }),
    ApiProperty({ required: false, [ALTERNATIVE_EXTENSION]: reference.key } as object),
    eitherOf(reference.id, reference.key, options),
    remember({ ...reference, optional: options.optional ?? false }),
  );
}

/** The caller's own key of the record that `IdOf` names by its id. */
export function KeyOf(reference: Reference, options: ReferenceOptions = {}): PropertyDecorator {
  const { optional = false } = options;
  return applyDecorators(
    TextField({
      description: `Instead of ${reference.id}: your own key of the ${reference.resource}`,
      example: reference.examples.key,
      optional,
    }),
    ApiProperty({ required: false }),
    eitherOf(reference.key, reference.id, options),
  );
}

function remember(reference: UsedReference): PropertyDecorator {
  return (prototype) => {
    Reflect.defineMetadata(REFERENCES, [...referencesOf(prototype), reference], prototype);
  };
}

/** Requires exactly one of two fields, or at most one if they are optional. Both name the other in their error. */
function eitherOf(field: string, other: string, { optional = false }: ReferenceOptions): PropertyDecorator {
  const has = (body: object | undefined, name: string): boolean => {
    const value = (body as Record<string, unknown> | undefined)?.[name];
    return value !== undefined && !(optional && value === null);
  };
  const rule = (name: string, code: string, message: string, test: (body?: object) => boolean) =>
    ValidateBy(
      { name, validator: { validate: (_, args) => test(args?.object), defaultMessage: () => message } },
      { context: { code } },
    );
  return applyDecorators(
    ValidateIf((body: object, value) => value !== undefined || (!optional && !has(body, other))),
    rule('isAlone', 'invalid_value', `must not be given together with ${other}`, (body) => !has(body, other)),
    // With the code `required`, the rule words the absence itself.
    rule(
      'isGiven',
      'required',
      `is required unless ${other} is given`,
      (body) => optional || has(body, field),
    ),
  );
}
