import { RESERVED_IN_SQL, RESERVED_IN_TYPESCRIPT, USED_BY_TEMPLATE } from './reserved-words';

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

/** Returns every form of the names. @throws UsageError if a name cannot be used; the message says what to do */
export function namesOf(plural: string, singular = singularOf(plural)): ModuleNames {
  for (const name of [plural, singular]) {
    if (!KEBAB.test(name) || name.length > MAX_LENGTH) {
      throw new UsageError(
        `"${name}" is not a name in kebab-case of at most ${MAX_LENGTH} characters, such as "refunds" or "credit-memos".`,
      );
    }
  }
  if (plural === singular) {
    throw new UsageError(
      `"${plural}" is not a regular plural. Use the plural; if it is irregular, add the singular: npm run new:module -- ${plural} --singular <name>`,
    );
  }
  const forms = { plural: formsOf(plural), singular: formsOf(singular) };
  refuseReserved(forms);
  return forms;
}

/** Derives the singular. @throws UsageError if there are two possible ones */
function singularOf(plural: string): string {
  if (/[^aeiou]ies$/.test(plural)) return `${plural.slice(0, -3)}y`;
  if (/(ss|x|sh|[^aeiou]ch)es$/.test(plural)) return plural.slice(0, -2);
  if (/(s|z|o|ch)es$/.test(plural)) {
    const [long, short] = [plural.slice(0, -1), plural.slice(0, -2)];
    throw new UsageError(
      `The singular of "${plural}" is "${long}" or "${short}". Say which: npm run new:module -- ${plural} --singular ${long}`,
    );
  }
  return plural.replace(/([^s])s$/, '$1');
}

function refuseReserved({ plural, singular }: ModuleNames): void {
  const another = 'Choose another name.';
  const anotherSingular = `Choose another singular: npm run new:module -- ${plural.kebab} --singular <name>`;
  const reasons = [
    [RESERVED_IN_TYPESCRIPT, plural.camel, 'a reserved word in TypeScript', another],
    [RESERVED_IN_SQL, plural.snake, 'a reserved word in SQL', another],
    [RESERVED_IN_TYPESCRIPT, singular.camel, 'a reserved word in TypeScript', anotherSingular],
    [USED_BY_TEMPLATE, singular.kebab, 'a name that the generated code needs', anotherSingular],
  ] as const;
  for (const [reserved, name, reason, remedy] of reasons) {
    if (reserved.has(name)) throw new UsageError(`"${name}" is ${reason}. ${remedy}`);
  }
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
