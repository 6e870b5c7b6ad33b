import { Transform } from 'class-transformer';
import { field, satisfies, type FieldOptions } from '../http/field-definition';
import { localeOf } from './locale';
import { LANGUAGES } from './texts';

const RULE = `must be one of the languages ${LANGUAGES.join(', ')}, with an optional country, e.g. "en" or "en-GB"`;

const asLocale = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? (localeOf(value) ?? value) : value,
);

/** Declares a locale in any case, converted to its usual spelling. */
export function LocaleField(options: FieldOptions): PropertyDecorator {
  const test = (value: unknown): boolean => typeof value === 'string' && localeOf(value) !== null;
  return field(
    options,
    { type: String, maxLength: 6 },
    asLocale,
    satisfies('isLocale', test, 'unknown_locale', RULE),
  );
}
