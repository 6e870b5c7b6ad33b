import { ValidationPipe, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { isUUID, type ValidationError } from 'class-validator';
import { ValidationFailedError, type FieldError } from '../errors/app-error';
import type { PartProblem, PartsContext } from './field-definition';
import { isObject } from './field-rules';

const NO_PARAMETER = 'is not a query parameter of this operation';

/** Flattens class-validator's tree to one entry per field, with dotted paths (docs/api.md). */
function flattenErrors(errors: readonly ValidationError[], parent = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = parent === '' ? error.property : `${parent}.${error.property}`;
    const children = flattenErrors(error.children ?? [], field);
    return [...ownErrors(error, field), ...children];
  });
}

function ownErrors(error: ValidationError, field: string): FieldError[] {
  const constraints = Object.entries(error.constraints ?? {});
  // A value that is not a list also breaks the nestedValidation rule; the message of the list rule is clearer.
  const [name, message] =
    constraints.findLast(([it]) => it !== 'nestedValidation') ?? constraints.at(-1) ?? [];
  if (name === undefined || message === undefined) return [];
  if (name === 'whitelistValidation') {
    return [{ field, code: 'unknown_field', message: `"${field}" is not a field.` }];
  }
  const context = error.contexts?.[name] as ({ code?: string } & Partial<PartsContext>) | undefined;
  // Rules with the code `required` bring their own message for a missing field.
  if (error.value === undefined && context?.code !== 'required') {
    return [{ field, code: 'required', message: `${field} is required.` }];
  }
  if (context?.problems !== undefined) {
    return context.problems(error.value).map((it) => partError(field, it));
  }
  return [{ field, code: context?.code ?? 'invalid_value', message: `${field} ${message}.` }];
}

function partError(parent: string, { part, code, message }: PartProblem): FieldError {
  const field = part === '' ? parent : `${parent}.${part}`;
  return { field, code, message: `${field} ${message}.` };
}

/** Validates every body and query against its class and refuses fields that the class does not declare. */
export function validationPipe(): PipeTransform {
  return new BodyRequiredPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    validationError: { target: false, value: true },
    exceptionFactory: (errors) => new ValidationFailedError(flattenErrors(errors)),
  });
}

/** Treats a missing body as an empty object. Reports any other body that is not an object as an error in `body`. */
class BodyRequiredPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'query') {
      refuseInherited(value, metadata);
      return this.transformQuery(value as object, metadata);
    }
    if (metadata.type !== 'body') return super.transform(value, metadata) as Promise<unknown>;
    const body = value === undefined ? {} : value;
    if (!isObject(body)) {
      throw ValidationFailedError.of('body', 'invalid_type', 'The body must be a JSON object.');
    }
    if (metadata.metatype === EmptyBody) {
      refuseNames(Object.keys(body), 'is not a field');
      return new EmptyBody();
    }
    refuseInherited(body, metadata);
    return super.transform(body, metadata) as Promise<unknown>;
  }

  /** Replaces messages about unknown parameters, which would call them fields, and about repeated ones. */
  private async transformQuery(query: object, metadata: ArgumentMetadata): Promise<unknown> {
    const repeated = repeatedIn(query);
    try {
      const transformed = (await super.transform(query, metadata)) as unknown;
      if (repeated.length === 0) return transformed;
    } catch (error) {
      if (!(error instanceof ValidationFailedError)) throw error;
      throw error.map((it) =>
        it.code === 'unknown_field'
          ? unknownName(it.field, NO_PARAMETER)
          : (repeated.find(({ field }) => field === it.field) ?? it),
      );
    }
    throw new ValidationFailedError(repeated);
  }
}

/**
 * Refuses keys that the prototype of the class has, such as `toString`, because class-transformer drops them
 * silently. The class of a nested object may be unknown, so nested keys are checked only against `Object.prototype`.
 */
function refuseInherited(value: unknown, { metatype }: ArgumentMetadata): void {
  const prototype = metatype?.prototype as object | undefined;
  if (prototype !== undefined) refuseNames(namesIn(value, prototype), 'is a reserved key and cannot be used');
}

/** Recursion is safe, because json-inspection.ts has refused deep nesting. */
function namesIn(value: unknown, prototype: object, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const inner = namesIn(child, Object.prototype, `${path}${name}.`);
    return !Array.isArray(value) && name in prototype ? [path + name, ...inner] : inner;
  });
}

/** @throws ValidationFailedError with an error for each name, unless the list is empty */
export function refuseUnknownParameters(names: readonly string[]): void {
  refuseNames(names, NO_PARAMETER);
}

function refuseNames(fields: readonly string[], reason: string): void {
  const errors = fields.map((it) => unknownName(it, reason));
  if (errors.length > 0) throw new ValidationFailedError(errors);
}

function unknownName(field: string, reason: string): FieldError {
  return { field, code: 'unknown_field', message: `"${field}" ${reason}.` };
}

/** Repeated query parameters are refused: none of them is a list, so it would be unclear which value applies. */
function repeatedIn(query: object): FieldError[] {
  return Object.entries(query)
    .filter(([, value]) => Array.isArray(value))
    .map(([field]) => ({ field, code: 'invalid_type', message: `${field} must be given only once.` }));
}

/** Validates an ID before it is looked up: `@Param('id', UuidPipe)`. */
export const UuidPipe: PipeTransform<string, string> = {
  transform(value, metadata) {
    const name = metadata.data ?? 'id';
    if (!isUUID(value)) throw ValidationFailedError.of(name, 'invalid_uuid', `${name} must be a UUID.`);
    return value.toLowerCase();
  },
};

/** Class of the body for actions without fields; any field is refused. */
export class EmptyBody {}
