// Generates src/generated from openapi.json: the types with openapi-typescript, and one method per operation with
// resources.mjs. With --check, compares instead of writing.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import { prepare } from './document.mjs';
import { resourcesOf } from './resources.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, '../../../openapi.json');
const target = join(here, '../src/generated');
const NOTICE = '// Generated from openapi.json by `npm run sdk`. Do not edit.\n\n';

const original = JSON.parse(readFileSync(source, 'utf8'));
const kinds = Object.keys(original.webhooks);
const document = prepare(original);
const types = await openapiTS(structuredClone(document), {
  // Otherwise request fields with a default would be required.
  defaultNonNullable: false,
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  silent: true,
});
const files = {
  'schema.d.ts': astToString(types).replace(/^\/\*\*.*?\*\/\n/s, ''),
  'resources.ts': resourcesOf(document),
  'event-kinds.ts': `export const EVENT_KINDS = ${JSON.stringify(kinds)} as const;`,
};

let outdated = 0;
for (const [name, text] of Object.entries(files)) {
  const path = join(target, name);
  const content = await format(NOTICE + text, { parser: 'typescript', singleQuote: true, printWidth: 110 });
  if (!process.argv.includes('--check')) writeFileSync(path, content);
  else if (read(path) !== content) {
    outdated++;
    console.error(`packages/sdk/src/generated/${name} differs from openapi.json. Run: npm run sdk`);
  }
}
process.exitCode = outdated === 0 ? 0 : 1;

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
