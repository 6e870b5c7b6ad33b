import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/doc-blocks';
import { rowsUnder } from '../support/doc-tables';

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('docs/concepts.md', () => {
  const { schemas } = (
    JSON.parse(read('openapi.json')) as { components: { schemas: Record<string, Schema> } }
  ).components;
  const rows = rowsUnder(read('docs/concepts.md'), 'Fields of EN 16931').slice(1);

  it('names fields of EN 16931 that the API has', () => {
    const fields = rows.flatMap(([, where = '']) =>
      [...where.matchAll(/`([a-z_[\].]+)`/g)].map(([, path = '']) => path.replaceAll('[]', '').split('.')),
    );
    expect(fields.length).toBeGreaterThan(30);
    const owners = ['Invoice', 'InvoiceFee', 'CreditNote', 'Organization'].map((it) => schemas[it] ?? {});
    const unknown = fields.filter((path) => !owners.some((it) => has(it, path)));
    expect(unknown.map((it) => it.join('.'))).toEqual([]);
  });

  it('shows every mandatory business term', () => {
    const shown = rows.map(([terms]) => terms).join();
    for (const term of [
      'BT-1',
      'BT-2',
      'BT-3',
      'BT-5',
      'BT-27',
      'BT-40',
      'BT-44',
      'BT-55',
      'BT-126',
      'BT-129',
    ])
      expect(shown).toContain(term);
    for (const term of ['BT-130', 'BT-131', 'BT-146', 'BT-151', 'BT-153', 'BG-23', 'BT-106', 'BT-115'])
      expect(shown).toContain(term);
  });

  /** Whether a schema has a field, whose parts may be in schemas that it refers to. */
  function has(schema: Schema, [first = '', ...rest]: readonly string[]): boolean {
    return partsOf(schema).some((it) => {
      const property = it.properties?.[first];
      return property !== undefined && (rest.length === 0 || has(property, rest));
    });
  }

  function partsOf({ $ref, allOf = [], anyOf = [], oneOf = [], items, ...own }: Schema): Schema[] {
    const referred = $ref === undefined ? [] : [schemas[$ref.slice('#/components/schemas/'.length)] ?? {}];
    const inner = [...referred, ...allOf, ...anyOf, ...oneOf, ...(items === undefined ? [] : [items])];
    return [own, ...inner.flatMap(partsOf)];
  }
});
