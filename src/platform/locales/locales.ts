import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of `texts/`, named after its locale. */
export interface LocaleFile {
  /** The name of the language in itself. */
  readonly name: string;
  /** The BCP 47 tag whose formats of numbers and dates it uses. */
  readonly formats: string;
  /** By key. `{name}` stands for a value. */
  readonly texts: Readonly<Record<string, string>>;
}

const FOLDER = join(__dirname, 'texts');

const files: ReadonlyMap<string, LocaleFile> = new Map(
  readdirSync(FOLDER)
    .filter((it) => it.endsWith('.json'))
    .sort()
    .map((it) => [
      it.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(FOLDER, it), 'utf8')) as LocaleFile,
    ]),
);

/** The locales in which the service writes to people: one for each file of `texts/` (docs/extending.md#locales). */
export const LOCALES: readonly string[] = [...files.keys()];

/** The locale of whoever has set none. */
export const DEFAULT_LOCALE = 'en';

/** Returns the file of a locale. @throws RangeError for one without a file. */
export function localeFile(locale: string): LocaleFile {
  const file = files.get(locale);
  if (file === undefined) throw new RangeError(`There are no texts for the locale ${locale}`);
  return file;
}

/** Texts of one locale. */
export type Texts = (key: string, values?: Readonly<Record<string, string>>) => string;

/**
 * Returns the texts of a locale, by key; `{name}` in a text becomes the value of that name.
 *
 * @throws RangeError for a locale without a file, and from the result for an unknown key or a missing value.
 */
export function textsOf(locale: string): Texts {
  const { texts } = localeFile(locale);
  return (key, values = {}) => {
    const text = texts[key];
    if (text === undefined) throw new RangeError(`The locale ${locale} has no text ${key}`);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new RangeError(`The text ${key} needs the value ${name}`);
      return value;
    });
  };
}
