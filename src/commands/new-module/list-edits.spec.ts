import { AnchorNotFoundError, addEntry, addImport } from './list-edits';

const source = `import { A } from 'library';
import { B } from './modules/b';
import {
  D,
} from './modules/d';
import { E } from './other';

const LIST: Thing[] = [B, D];
`;

describe('addImport', () => {
  it('inserts an import in alphabetical order among the imports from its folder', () => {
    const paths = (text: string) => [...text.matchAll(/modules\/(\w)/g)].map(([, name]) => name);
    expect(paths(addImport(source, 'A', './modules/a'))).toEqual(['a', 'b', 'd']);
    expect(paths(addImport(source, 'C', './modules/c'))).toEqual(['b', 'c', 'd']);
    expect(paths(addImport(source, 'X', './modules/x'))).toEqual(['b', 'd', 'x']);
  });
});

describe('addEntry', () => {
  it('appends an entry, whether or not the list ends with a comma', () => {
    expect(addEntry(source, 'LIST', 'X')).toContain('[B, D,\n  X,\n];');
    expect(addEntry("const OWN: Record<string, string> = {\n  a: 'b',\n};\n", 'OWN', "c: 'd'")).toBe(
      "const OWN: Record<string, string> = {\n  a: 'b',\n  c: 'd',\n};\n",
    );
    expect(addEntry('export const list = [];\n', 'list', 'X')).toBe('export const list = [\n  X,\n];\n');
  });

  it('throws AnchorNotFoundError for a list that does not exist', () => {
    expect(() => addEntry(source, 'OTHER', 'X')).toThrow(AnchorNotFoundError);
  });
});
