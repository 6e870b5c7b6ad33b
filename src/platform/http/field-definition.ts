import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';

/** Options of every field, used both to validate and to document it. */
export interface FieldOptions {
  description: string;
  example?: unknown;
  /** The request may omit the field. */
  optional?: boolean;
  /** The field may be null, which clears it. */
  nullable?: boolean;
  default?: unknown;
}

type Rule = PropertyDecorator;

/** Returns the options that give a class-validator rule its code and message. */
export const because = (code: string, message: string | (() => string)) => ({ message, context: { code } });

/** Returns e.g. `1 character` or `2 characters`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns one decorator that validates and documents a field. */
export function field(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  ...rules: Rule[]
): PropertyDecorator {
  const { optional = false, nullable = false, ...documentation } = options;
  const applies = ValidateIf(
    (_, value) => !(optional && value === undefined) && !(nullable && value === null),
  );
  return applyDecorators(
    ApiProperty({ ...schema, ...documentation, required: !optional, nullable } as ApiPropertyOptions),
    applies,
    ...rules,
  );
}

/** Returns a rule that accepts the values for which `test` returns true. */
export const satisfies = (
  name: string,
  test: (value: unknown) => boolean,
  code: string,
  message: string | (() => string),
): Rule => {
  const defaultMessage = typeof message === 'string' ? () => message : message;
  return ValidateBy({ name, validator: { validate: test, defaultMessage } }, { context: { code } });
};

/** Returns whether the request contains the field, even with the value null. */
export const isGiven = (values: object | undefined, name: string): boolean =>
  (values as Record<string, unknown> | undefined)?.[name] !== undefined;

/**
 * Refuses the field together with one of the others. The others have the same rule, so that the response names both
 * fields.
 */
export const NotWith = (...others: readonly string[]): Rule => applyDecorators(...others.map(notWith));

const notWith = (other: string): Rule =>
  ValidateBy(
    {
      name: `isAlone_${other}`,
      validator: {
        validate: (_, args) => !isGiven(args?.object, other),
        defaultMessage: () => `must not be given together with ${other}; send one of the two`,
      },
    },
    { context: { code: 'invalid_value' } },
  );

/** An error in a list entry or an object key of a field. */
export interface PartProblem {
  /** Index or key within the field; empty for the field itself. */
  part: string;
  code: string;
  /** The message without the path, e.g. `must be a string`. */
  message: string;
}

/** The `context` by which validation.ts recognizes rules that report errors by part. */
export interface PartsContext {
  problems: (value: unknown) => PartProblem[];
}

/** Returns a rule that reports an error for each invalid part of a field. */
export const partsSatisfy = (name: string, problems: (value: unknown) => PartProblem[]): Rule => {
  const validate = (value: unknown): boolean => problems(value).length === 0;
  // Never shown, but class-validator drops the context of a rule without a message.
  const defaultMessage = (): string => 'is wrong in parts';
  return ValidateBy(
    { name, validator: { validate, defaultMessage } },
    { context: { problems } satisfies PartsContext },
  );
};
