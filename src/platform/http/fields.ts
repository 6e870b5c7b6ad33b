import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  IsUUID,
  Max,
  Min,
  MinLength,
  isEmail,
} from 'class-validator';
import { isLongerThan } from '../domain/characters';
import { isCurrency } from '../domain/currency';
import { MAX_DECIMALS } from '../domain/decimal-string';
import { ExactNumber } from './exact-json';
import { because, counted, field, satisfies, type FieldOptions } from './field-definition';
import {
  DATE_RULE,
  DATE_TIME_RULE,
  INSTANT_RULE,
  isCountry,
  isDate,
  isDecimalWithin,
  isStorableText,
  isTimeZone,
  parseDateTime,
  parseInstant,
  UNIX_SECONDS,
  UNSTORABLE,
  upperCaseLetters,
} from './field-rules';
import { timeZoneName } from './time-zone-name';

export type { FieldOptions } from './field-definition';
export { IntegerListField, ListOf, MetadataField, ObjectField, StringListField } from './composite-fields';

const storable = satisfies(
  'isStorableText',
  (value) => typeof value !== 'string' || isStorableText(value),
  'invalid_value',
  UNSTORABLE,
);

const upperCase = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? upperCaseLetters(value) : value,
);

const asTimeZoneName = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' && isTimeZone(value) ? timeZoneName(value) : value,
);

const atMost = (max: number): PropertyDecorator =>
  satisfies(
    'isShortEnough',
    (value) => typeof value !== 'string' || !isLongerThan(value, max),
    'too_long',
    `must be at most ${counted(max, 'character')} long`,
  );

/** Declares text of `min` to `max` characters that PostgreSQL can store; blank text is refused unless `min` is 0. */
export function TextField(options: FieldOptions & { min?: number; max?: number }): PropertyDecorator {
  const { min = 1, max = 255, ...rest } = options;
  return field(
    rest,
    { type: String, minLength: min, maxLength: max },
    satisfies('notBlank', (it) => min === 0 || String(it).trim() !== '', 'too_short', 'must not be blank'),
    MinLength(min, because('too_short', `must be at least ${counted(min, 'character')} long`)),
    atMost(max),
    storable,
    IsString(because('invalid_type', 'must be a string')),
  );
}

/** Declares a UUID, converted to lower case. */
export function UuidField(options: FieldOptions): PropertyDecorator {
  return field(
    options,
    { type: String, format: 'uuid' },
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value)),
    IsUUID('all', because('invalid_uuid', 'must be a UUID')),
  );
}

/** Maximum length of an e-mail address in characters, and of its part before the "@" in bytes; `isEmail` agrees. */
const MAX_EMAIL = 254;
const MAX_LOCAL_PART = 64;
const bytesBeforeAt = (email: string): number =>
  Buffer.byteLength(email.slice(0, Math.max(0, email.lastIndexOf('@'))));

export function EmailField(options: FieldOptions): PropertyDecorator {
  // Without isStorableText, isEmail would throw a URIError for an unpaired surrogate.
  const test = (value: unknown): boolean =>
    typeof value === 'string' && isStorableText(value) && isEmail(value);
  return field(
    options,
    { type: String, format: 'email', maxLength: MAX_EMAIL },
    satisfies('isEmail', test, 'invalid_format', 'must be an e-mail address'),
    satisfies(
      'isLocalPartShort',
      (it) => typeof it !== 'string' || bytesBeforeAt(it) <= MAX_LOCAL_PART,
      'too_long',
      `must have at most ${MAX_LOCAL_PART} bytes before the "@"`,
    ),
    atMost(MAX_EMAIL),
  );
}

/** Declares an ISO 4217 currency code, converted to upper case. */
export function CurrencyField(options: FieldOptions): PropertyDecorator {
  const test = (value: unknown): boolean => typeof value === 'string' && isCurrency(value);
  return field(
    options,
    { type: String, minLength: 3, maxLength: 3 },
    upperCase,
    satisfies('isCurrency', test, 'unknown_currency', 'must be an ISO 4217 currency code, e.g. "USD"'),
  );
}

/** Declares an IANA time zone in any case, converted to its standard spelling. */
export function TimezoneField(options: FieldOptions): PropertyDecorator {
  const test = (value: unknown): boolean => typeof value === 'string' && isTimeZone(value);
  return field(
    options,
    { type: String, maxLength: 64 },
    asTimeZoneName,
    satisfies('isTimeZone', test, 'unknown_timezone', 'must be an IANA time zone, e.g. "Europe/Paris"'),
  );
}

/** Declares an ISO 3166-1 alpha-2 country code, converted to upper case. */
export function CountryField(options: FieldOptions): PropertyDecorator {
  return field(
    options,
    { type: String, minLength: 2, maxLength: 2 },
    upperCase,
    satisfies('isCountry', isCountry, 'unknown_country', 'must be an ISO 3166-1 country code, e.g. "FR"'),
  );
}

/** Declares a string that must be one of `values`. The array may grow until the first request. */
export function EnumField(options: FieldOptions & { values: readonly string[] }): PropertyDecorator {
  const { values, ...rest } = options;
  return field(
    rest,
    { type: String, enum: values as string[] },
    IsIn(
      values,
      because('invalid_value', () => `must be one of: ${values.join(', ')}`),
    ),
  );
}

/** Converts an integer that a double would alter, which lies beyond every limit: the limit says more than the type. */
const beyondLimits = Transform(({ value }: { value: unknown }) =>
  value instanceof ExactNumber && /^-?\d+$/.test(value.text) ? Number(value.text) : value,
);

/** Declares an integer from `min` to `max`. In a query, parses it from its digits. */
export function IntegerField(
  options: FieldOptions & { min: number; max: number; fromQuery?: boolean },
): PropertyDecorator {
  const { min, max, fromQuery = false, ...rest } = options;
  const digits = ({ value }: { value: unknown }): unknown =>
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return field(
    rest,
    { type: 'integer', minimum: min, maximum: max },
    fromQuery ? Transform(digits) : beyondLimits,
    Min(min, because('out_of_range', `must be at least ${min}`)),
    Max(max, because('out_of_range', `must be at most ${max}`)),
    IsInt(because('invalid_type', 'must be a whole number')),
    IsNumber({}, because('invalid_type', 'must be a whole number')),
  );
}

/** Declares a decimal string from `min` to `max` with at most `decimals` decimal places; a JSON number is refused. */
export function DecimalField(
  options: FieldOptions & { min?: string; max?: string; decimals?: number },
): PropertyDecorator {
  const { min, max, decimals = MAX_DECIMALS, ...rest } = options;
  const bounds = [min === undefined ? '' : ` from ${min}`, max === undefined ? '' : ` to ${max}`].join('');
  return field(
    rest,
    { type: String, pattern: `^-?\\d{1,30}(\\.\\d{1,${decimals}})?$` },
    satisfies(
      'isDecimal',
      (it) => isDecimalWithin(it, { min, max, decimals }),
      'invalid_value',
      `must be a decimal string${bounds}, e.g. "0.25", with at most ${decimals} decimal places`,
    ),
    IsString(because('invalid_type', 'must be a decimal string, e.g. "0.25"')),
  );
}

/** Declares a boolean. In a query, parses it from `true` or `false`. */
export function BooleanField(options: FieldOptions & { fromQuery?: boolean }): PropertyDecorator {
  const { fromQuery = false, ...rest } = options;
  const words = ({ value }: { value: unknown }): unknown =>
    value === 'true' || (value === 'false' ? false : value);
  return field(
    rest,
    { type: Boolean },
    ...(fromQuery ? [Transform(words)] : []),
    IsBoolean(because('invalid_type', 'must be true or false')),
  );
}

/** Declares a date in the form YYYY-MM-DD, which stays a string. */
export function DateField(options: FieldOptions): PropertyDecorator {
  return field(
    options,
    { type: String, format: 'date' },
    satisfies('isDate', isDate, 'invalid_format', DATE_RULE),
  );
}

/** Declares an RFC 3339 date-time, converted to a Date. */
export function DateTimeField(options: FieldOptions): PropertyDecorator {
  return field(
    options,
    { type: String, format: 'date-time' },
    Type(() => String),
    Transform(({ value }: { value: unknown }) => parseDateTime(value) ?? value),
    satisfies('isDateTime', (it) => it instanceof Date, 'invalid_format', DATE_TIME_RULE),
  );
}

/** Declares an RFC 3339 date-time or Unix seconds, converted to a Date. */
export function InstantField(options: FieldOptions): PropertyDecorator {
  return field(
    options,
    {
      anyOf: [
        { type: 'string', format: 'date-time' },
        { type: 'string', pattern: UNIX_SECONDS.source },
        { type: 'number', minimum: 0 },
      ],
    },
    Transform(({ value }: { value: unknown }) => parseInstant(value) ?? value),
    satisfies('isInstant', (it) => it instanceof Date, 'invalid_format', INSTANT_RULE),
  );
}

/** Documents a field of a response. Unlike ApiProperty, requires a description. */
export function AnswerField(options: ApiPropertyOptions & { description: string }): PropertyDecorator {
  return ApiProperty(options);
}
