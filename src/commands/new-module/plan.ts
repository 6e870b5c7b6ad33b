import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addEntry, addImport } from './list-edits';
import { refuseConflicts } from './conflicts';
import { UsageError, type ModuleNames } from './names';
import { renderTemplate, type NewFile } from './template';

/** All changes of the command, computed before the first file is written so that an error leaves no partial module. */
export interface Plan {
  created: NewFile[];
  /** Existing files that list all modules, with the new module added. */
  edited: NewFile[];
}

const TEMPLATE = 'src/commands/new-module/template';
const EVENT_KINDS = 'test/architecture/event-kinds.spec.ts';

/**
 * @throws UsageError if the module exists, or if the existing code uses a name that it needs
 * @throws AnchorNotFoundError if a list was not found
 */
export function planModule(root: string, names: ModuleNames, now: Date): Plan {
  const { plural, singular } = names;
  if (!existsSync(join(root, TEMPLATE)))
    throw new UsageError('This command needs a checkout of the sources.');
  refuseConflicts(root, names);
  const timestamp = nextTimestamp(root, now);
  const migration = `${plural.pascal}${timestamp}`;
  const edit = (path: string, change: (text: string) => string): NewFile => ({
    path,
    text: change(readFileSync(join(root, path), 'utf8')),
  });
  const list = (path: string, name: string, entry: string, from: string): NewFile =>
    edit(path, (text) => addEntry(addImport(text, entry, from), name, entry));
  const edited = [
    list('src/app.module.ts', 'MODULES', `${plural.pascal}Module`, `./modules/${plural.kebab}`),
    list(
      'src/entities.ts',
      'entities',
      `${singular.pascal}Entity`,
      `./modules/${plural.kebab}/${singular.kebab}.entity`,
    ),
    list('src/migrations/index.ts', 'migrations', migration, `./${timestamp}-${plural.kebab}`),
    edit(EVENT_KINDS, (text) => addKinds(text, names)),
  ];
  return { created: renderTemplate(join(root, TEMPLATE), names, timestamp), edited };
}

/** Returns a timestamp later than those of all existing migrations, so that the new migration runs last. */
function nextTimestamp(root: string, now: Date): number {
  const known = readdirSync(join(root, 'src/migrations')).map((name) => Number.parseInt(name, 10));
  return Math.max(now.getTime(), ...known.filter((it) => !Number.isNaN(it)).map((it) => it + 1));
}

/** Adds the module's event kinds to the kinds that test/architecture/event-kinds.spec.ts expects. */
function addKinds(text: string, { singular }: ModuleNames): string {
  return ['created', 'archived'].reduce((changed, verb) => {
    const kind = `${singular.snake}.${verb}`;
    return addEntry(changed, 'OWN', `'${kind}': '${singular.words} ${verb}'`);
  }, text);
}
