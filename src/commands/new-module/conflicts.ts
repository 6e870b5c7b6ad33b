import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError, type ModuleNames } from './names';

const TABLE = /(?:CREATE TABLE (?:IF NOT EXISTS )?|RENAME TO )(\w+)/g;

interface Description {
  paths: object;
  webhooks: object;
  components: { schemas: object };
}

/** @throws UsageError if the module exists, or if the existing code uses one of its names; the message says where */
export function refuseConflicts(root: string, names: ModuleNames): void {
  const { kebab } = names.plural;
  if (existsSync(join(root, 'src/modules', kebab))) {
    throw new UsageError(`The module "${kebab}" already exists.`);
  }
  const [conflict] = conflictsOf(root, names);
  if (conflict === undefined) return;
  throw new UsageError(`"${kebab}" cannot be added: ${conflict} already exists. Choose another name.`);
}

function conflictsOf(root: string, { plural, singular }: ModuleNames): string[] {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const { paths, webhooks, components } = JSON.parse(read('openapi.json')) as Description;
  const routes = Object.keys(paths).map((path) => path.split('/').slice(0, 3).join('/'));
  const entities = read('src/entities.ts').match(/\w+Entity\b/g) ?? [];
  const find = (what: string, existing: readonly string[], ...wanted: string[]): string[] =>
    wanted.filter((it) => existing.includes(it)).map((it) => `the ${what} ${it}`);
  return [
    ...find('route', routes, `/v1/${plural.snake}`),
    ...find('event kind', Object.keys(webhooks), `${singular.snake}.created`, `${singular.snake}.archived`),
    ...find('table', tablesOf(root), plural.snake),
    ...find('entity', entities, `${singular.pascal}Entity`),
    // The description has the classes without the suffix `Dto`.
    ...find('schema', Object.keys(components.schemas), singular.pascal, `Create${singular.pascal}`),
    ...['db', 'e2e'].map((it) => `test/${it}/${plural.kebab}`).filter((it) => existsSync(join(root, it))),
  ];
}

/** Returns every name that the migrations give to a table. */
function tablesOf(root: string): string[] {
  const folder = join(root, 'src/migrations');
  const text = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return [...text.join('\n').matchAll(TABLE)].map(([, table = '']) => table);
}
