import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';

/** What every field declares: validation and documentation are one declaration. */
export interface FieldOptions {
  description: string;
  example?: unknown;
  /** May be absent. */
  optional?: boolean;
  /** May be null, which clears it. */
  nullable?: boolean;
  default?: unknown;
}

type Rule = PropertyDecorator;

/** What a rule says when it does not hold. */
export const because = (code: string, message: string) => ({ message, context: { code } });

/** Combines rules, presence and documentation of one field. */
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

/** A rule by a plain test. */
export const satisfies = (
  name: string,
  test: (value: unknown) => boolean,
  code: string,
  message: string,
): Rule =>
  ValidateBy({ name, validator: { validate: test, defaultMessage: () => message } }, { context: { code } });

/** What is wrong with one part of a field: an entry of a list, a key of an object. */
export interface PartProblem {
  /** Its path within the field; empty for the field itself. */
  part: string;
  code: string;
  /** What follows the path in a sentence. */
  message: string;
}

/** What `context` of a rule carries when it is the parts that it names. */
export interface PartsContext {
  problems: (value: unknown) => PartProblem[];
}

/** A rule on the parts of a field, each named by itself. */
export const partsSatisfy = (name: string, problems: (value: unknown) => PartProblem[]): Rule => {
  const validate = (value: unknown): boolean => problems(value).length === 0;
  // Never shown: the problems are. But class-validator drops the context of a rule without a message.
  const defaultMessage = (): string => 'is wrong in parts';
  return ValidateBy(
    { name, validator: { validate, defaultMessage } },
    { context: { problems } satisfies PartsContext },
  );
};
