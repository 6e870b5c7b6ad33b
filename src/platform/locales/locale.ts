import { isCountry } from '../http/field-rules';
import { LANGUAGES } from './texts';

export const DEFAULT_LOCALE = 'en';

const LOCALE = /^([a-z]{2,3})(?:-([A-Z]{2}))?$/;

/**
 * Returns the usual spelling of a locale, e.g. `de-AT` for `DE_at`; null unless it is a language that has texts, with an
 * optional ISO 3166-1 country.
 */
export function localeOf(value: string): string | null {
  const [language = '', ...country] = value.replace('_', '-').split('-');
  const locale = [language.toLowerCase(), ...country.map((it) => it.toUpperCase())].join('-');
  const [, known = '', region] = LOCALE.exec(locale) ?? [];
  if (!LANGUAGES.includes(known)) return null;
  return region === undefined || isCountry(region) ? locale : null;
}
