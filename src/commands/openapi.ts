import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeFlags } from './flags';
import { projectRoot } from './project-root';

const FILE = 'openapi.json';
const CHECK = '--check';
const USAGE = `Usage: npm run openapi -- [${CHECK}]

Writes the API description to ${FILE}. With ${CHECK}, only checks whether the file matches the code.`;

/** Writes openapi.json, or with --check compares it with the code. */
async function main(): Promise<void> {
  const flags = takeFlags(USAGE, CHECK);
  const path = join(projectRoot(), FILE);
  const { openApiText } = await import('./openapi/openapi-text.js');
  const text = await openApiText();
  if (!flags.has(CHECK)) {
    writeFileSync(path, text);
    process.stdout.write(`Wrote ${FILE}.\n`);
    return;
  }
  const committed = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (committed === text) {
    process.stdout.write(`${FILE} matches the code.\n`);
    return;
  }
  process.stderr.write(
    `${FILE} does not match the code. Run "npm run openapi" and commit the file with your change.\n`,
  );
  process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
