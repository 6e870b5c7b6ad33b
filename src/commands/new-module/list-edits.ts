/** The file lacks the list or import to extend; the message names it. */
export class AnchorNotFoundError extends Error {}

const IMPORT = /^import [^;]*? from '([^']+)';$/gm;

/** Adds an import in alphabetical order among the imports from the same folder. */
export function addImport(source: string, name: string, from: string): string {
  const line = `import { ${name} } from '${from}';\n`;
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  const imports = [...source.matchAll(IMPORT)];
  const neighbours = imports.filter(([, path = '']) => path.startsWith(folder));
  const next = neighbours.find(([, path = '']) => path > from);
  if (next !== undefined) return insert(source, next.index, line);
  const last = neighbours.at(-1) ?? imports.at(-1);
  if (last === undefined)
    throw new AnchorNotFoundError('The file imports no module, so there is no place for the new import.');
  return insert(source, last.index + last[0].length + 1, line);
}

/** Appends an entry to the array or object declared as `const <list> = `. */
export function addEntry(source: string, list: string, entry: string): string {
  const declaration = new RegExp(`const ${list}\\b[^=]*= ?[[{]`).exec(source);
  if (declaration === null) throw new AnchorNotFoundError(`There is no list "${list}".`);
  const start = declaration.index + declaration[0].length;
  const end = source.slice(start).search(/[\]}];/);
  if (end === -1) throw new AnchorNotFoundError(`The list "${list}" has no end.`);
  const entries = source.slice(start, start + end).trimEnd();
  const separator = entries === '' || entries.endsWith(',') ? '' : ',';
  return `${source.slice(0, start)}${entries}${separator}\n  ${entry},\n${source.slice(start + end)}`;
}

function insert(source: string, at: number, text: string): string {
  return `${source.slice(0, at)}${text}${source.slice(at)}`;
}
