import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import type { Schema } from '../../src/platform/database/data-source-options';
import { migrate } from '../../src/platform/database/migrate';
import { withClient } from '../../src/platform/database/with-client';
import { TEMPLATE, withDatabase } from '../support/test-database';

const ROOT = join(__dirname, '../..');
const OWN_TEMPLATE = `${TEMPLATE}_zone_samples`;
/** Files that the generator reads or edits, or that the tests below import. */
const COPIED =
  /^(|dist|dist\/src|dist\/src\/commands.*|src.*|test|test\/(support|architecture).*|[^/]+\.json)$/;
/** Linked, because Jest has compiled these files for other tests already. The generator edits none of them. */
const LINKED = /^(node_modules|tools|src\/platform|src\/modules\/[^/]+|src\/migrations\/\d.*)$/;
const SPECS = [
  'test/architecture/event-kinds.spec', // the first, so that modules are imported in the order of app.module.ts
  'src/modules/zone-samples/zone-sample.rules.spec',
  'test/db/zone-samples/zone-samples.service.spec',
  'test/e2e/zone-samples/zone-samples.spec',
  'test/architecture/openapi-components.spec',
  'test/architecture/body-examples.spec',
];

// In this process, because a second Jest would compile the whole service again. test/long runs it as documented.
describe('npm run new:module -- zone-samples', () => {
  const folder = copyOfProject();
  const command = join(folder, 'dist/src/commands/new-module.js');
  const output = execFileSync(process.execPath, [command, 'zone-samples'], { encoding: 'utf8' });

  beforeAll(async () => {
    const { schema } = jest.requireActual<{ schema: Schema }>(join(folder, 'src/schema'));
    await query(`DROP DATABASE IF EXISTS ${OWN_TEMPLATE}`);
    await query(`CREATE DATABASE ${OWN_TEMPLATE} TEMPLATE ${TEMPLATE}`);
    await migrate(withDatabase(process.env.TEST_SERVER_URL ?? '', OWN_TEMPLATE), schema);
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await query(`DROP DATABASE IF EXISTS ${OWN_TEMPLATE}`);
  });

  it('prints the files that it created and edited, and the next steps', () => {
    expect(output).toMatch(
      /Created:\n.*  src\/modules\/zone-samples\/zone-samples\.module\.ts\n.*Edited:\n.*Next:\n/s,
    );
  });

  process.env.TEST_TEMPLATE_DATABASE = OWN_TEMPLATE;
  for (const path of SPECS) jest.requireActual(join(folder, path));
});

function copyOfProject(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'billing-new-module-')));
  const filter = (source: string, target: string): boolean => {
    const path = relative(ROOT, source).split(sep).join('/');
    if (LINKED.test(path)) symlinkSync(realpathSync(source), target);
    return COPIED.test(path) && !LINKED.test(path);
  };
  cpSync(ROOT, folder, { recursive: true, filter });
  return folder;
}

async function query(statement: string): Promise<void> {
  await withClient({ connectionString: process.env.TEST_SERVER_URL }, (admin) => admin.query(statement));
}
