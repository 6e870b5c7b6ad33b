import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { capitalize, type ModuleNames } from './names';

/** A file to be written. */
export interface NewFile {
  /** Relative to the project's root. */
  path: string;
  text: string;
}

const SUFFIX = '.template';
const TIMESTAMP = /0{13}/g;
/** The template is a whole module called "sample things"; two words, so that each form shows which one it is. */
const SAMPLE = /(\ba )?(sample|Sample|SAMPLE)([-_ ]?)(?:thing|Thing|THING)(s?)/g;

/** The files of the template folder with the module's names and the migration's timestamp in place. */
export function renderTemplate(folder: string, names: ModuleNames, timestamp: number): NewFile[] {
  const render = (text: string): string => rename(text, names).replace(TIMESTAMP, String(timestamp));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(SUFFIX))
    .sort()
    .map((path) => ({
      path: render(relative('.', path).slice(0, -SUFFIX.length)),
      text: render(readFileSync(join(folder, path), 'utf8')),
    }));
}

/** Puts the module's names in the place of "sample things", in every form. */
export function rename(text: string, names: ModuleNames): string {
  return text.replace(SAMPLE, (_, article = '', first: string, separator: string, plural: string) => {
    const name = formOf(names, first, separator, plural === 's');
    return article === '' ? name : `${articleOf(name)} ${name}`;
  });
}

function formOf(names: ModuleNames, first: string, separator: string, isPlural: boolean): string {
  const forms = isPlural ? names.plural : names.singular;
  if (first === 'SAMPLE') return forms.upper;
  switch (separator) {
    case '-':
      return forms.kebab;
    case '_':
      return forms.snake;
    case ' ':
      return first === 'Sample' ? capitalize(forms.words) : forms.words;
    default:
      return first === 'Sample' ? forms.pascal : forms.camel;
  }
}

/** By the letter; good enough for generated sentences, which are read over anyway. */
function articleOf(word: string): string {
  return /^[aeio]/.test(word) ? 'an' : 'a';
}
