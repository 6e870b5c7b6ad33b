import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { AnchorNotFoundError } from './new-module/list-edits';
import { UsageError, namesOf, type ModuleNames } from './new-module/names';
import { planModule } from './new-module/plan';
import type { NewFile } from './new-module/template';
import { projectRoot } from './project-root';

const USAGE = `Usage: npm run new:module -- <plural name in kebab-case> [--singular <name>]

Creates a module with tests and a migration, and adds it to the lists of modules. Example name: support-tickets.`;

/** Creates a module from the template and adds it to the lists. */
function main(): void {
  const { positionals, values } = readArguments();
  if (values.help === true) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const [plural] = positionals;
  if (plural === undefined || positionals.length > 1) throw new UsageError(USAGE);
  const names = namesOf(plural, values.singular);
  const root = projectRoot();
  const { created, edited } = planModule(root, names, new Date());
  write(root, [...created, ...edited]);
  format(root, [...created, ...edited]);
  process.stdout.write(report(created, edited, names));
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { singular: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function write(root: string, files: NewFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Runs the formatter, because the line breaks of the template fit only names of the same length. */
function format(root: string, files: NewFile[]): void {
  const formatter = join(root, 'node_modules/oxfmt/bin/oxfmt');
  const paths = files.map((it) => it.path);
  spawnSync(process.execPath, [formatter, ...paths], { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] });
}

function report(created: NewFile[], edited: NewFile[], { plural, singular }: ModuleNames): string {
  const lines = (files: NewFile[]): string => files.map((it) => `  ${it.path}\n`).join('');
  return (
    `Module "${plural.words}" with the resource "${singular.words}".\nCreated:\n${lines(created)}Edited:\n${lines(edited)}` +
    `\nNext:\n  npm run openapi        # the API description has new paths and events\n` +
    `  npx jest ${plural.kebab}\n  npm run check\n`
  );
}

try {
  main();
} catch (error) {
  const expected = error instanceof UsageError || error instanceof AnchorNotFoundError;
  process.stderr.write(`${expected ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
