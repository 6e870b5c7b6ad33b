/** Invalid arguments of a command; the message says what would be right. */
export class UsageError extends Error {}

/** A name in every form that code and prose need. */
export interface Forms {
  /** `credit-memo`: files and folders. */
  kebab: string;
  /** `credit_memo`: the wire and the database. */
  snake: string;
  /** `creditMemo`: variables. */
  camel: string;
  /** `CreditMemo`: classes. */
  pascal: string;
  /** `CREDIT_MEMO`: constants. */
  upper: string;
  /** `credit memo`: prose. */
  words: string;
}

export interface ModuleNames {
  plural: Forms;
  singular: Forms;
}

const KEBAB = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/;
const MAX_LENGTH = 40;

/** Singulars that are reserved words, or that clash with a name in the template. */
const RESERVED = new Set(
  (
    'case catch class const default delete do else enum export extends false finally for function if import in ' +
    'interface new null package return static super switch this throw true try type void while with yield ' +
    'id tx now input about before after filters query page organization transaction event'
  ).split(' '),
);

/** @throws UsageError if the name is not a plural in kebab-case or its singular cannot be used */
export function namesOf(plural: string, singular = singularOf(plural)): ModuleNames {
  for (const name of [plural, singular]) {
    if (!KEBAB.test(name) || name.length > MAX_LENGTH) {
      throw new UsageError(`"${name}" is not a name in kebab-case, such as "refunds" or "credit-memos".`);
    }
  }
  if (plural === singular) {
    throw new UsageError(`"${plural}" is not a plural. For an irregular plural, add --singular <name>.`);
  }
  if (RESERVED.has(singular)) throw new UsageError(`"${singular}" cannot be the name of a resource.`);
  return { plural: formsOf(plural), singular: formsOf(singular) };
}

function singularOf(plural: string): string {
  if (/[^aeiou]ies$/.test(plural)) return `${plural.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
  return plural.replace(/([^s])s$/, '$1');
}

function formsOf(kebab: string): Forms {
  const parts = kebab.split('-');
  const pascal = parts.map(capitalize).join('');
  return {
    kebab,
    snake: parts.join('_'),
    camel: `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`,
    pascal,
    upper: parts.join('_').toUpperCase(),
    words: parts.join(' '),
  };
}

export function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
