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
