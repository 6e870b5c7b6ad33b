import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, 'texts');

/** The texts of one language, by key. */
type Texts = Readonly<Record<string, string>>;

/** One file per language, e.g. `texts/de.json`. A new file adds a language (docs/extending.md#languages). */
const TEXTS: ReadonlyMap<string, Texts> = new Map(
  readdirSync(FOLDER)
    .filter((it) => it.endsWith('.json'))
    .map((it) => [it.slice(0, -'.json'.length), JSON.parse(readFileSync(join(FOLDER, it), 'utf8')) as Texts]),
);

/** The languages that have texts, e.g. `de`, in alphabetical order. */
export const LANGUAGES: readonly string[] = [...TEXTS.keys()].sort();

/**
 * Returns a text in the language of a locale, with `{name}` replaced by the value of that name.
 *
 * @param locale a locale for which `isLocale` is true.
 * @throws RangeError for an unknown language, key or name.
 */
export function textIn(locale: string, key: string, values: Readonly<Record<string, string>> = {}): string {
  const [language = ''] = locale.split('-');
  const text = TEXTS.get(language)?.[key];
  if (text === undefined) throw new RangeError(`There is no text ${JSON.stringify(key)} for ${locale}`);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`The text ${JSON.stringify(key)} needs the value ${name}`);
    return value;
  });
}

/** Returns the keys of a language, for the test that compares the languages. */
export function textKeysOf(language: string): string[] {
  return Object.keys(TEXTS.get(language) ?? {}).sort();
}
