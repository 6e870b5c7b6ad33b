import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { capitalize, type ModuleNames } from './names';

export interface NewFile {
  /** Relative to the project's root. */
  path: string;
  text: string;
}

const SUFFIX = '.template';
const TIMESTAMP = /0{13}/g;
/** The template is a module called "sample things": a name of two words looks different in every form. */
const SAMPLE = /(\ba )?(sample|Sample|SAMPLE)([-_ ]?)(?:thing|Thing|THING)(s?)/g;

/** Returns the files of the template folder with the module's names and the migration's timestamp. */
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

/** Replaces each form of "sample things" with the same form of the module's name. */
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

/** Looks only at the first letter. That is good enough, because the generated text is edited anyway. */
function articleOf(word: string): string {
  return /^[aeio]/.test(word) ? 'an' : 'a';
}
