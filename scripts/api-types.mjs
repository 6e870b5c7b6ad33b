// Writes the generated part of the SDK, the types of what openapi.json describes; `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const TYPES = 'packages/sdk/src/openapi.d.ts';
const CONSTANTS = 'packages/sdk/src/keyless-posts.ts';
const HEADER = '// Generated from openapi.json by "npm run openapi". Do not edit.\n\n';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Every error has this body, whatever its status. */
const ERROR = {
  description: 'Error',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Removes the examples, which would double the size of the types. */
function withoutExamples(schema) {
  if (Array.isArray(schema)) return schema.map(withoutExamples);
  if (schema === null || typeof schema !== 'object') return schema;
  const kept = Object.entries(schema).filter(([key]) => !['example', 'examples', 'title'].includes(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      key === 'properties' ? mapValues(value, withoutExamples) : withoutExamples(value),
    ]),
  );
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** Returns the parameters of an operation, those that it shares with others included. */
const parametersOf = ({ parameters = [] }) =>
  parameters.map((it) => components.parameters[it.$ref?.split('/').at(-1)] ?? it);

/** Returns an operation as callers of the SDK see it: headers are the SDK's business, errors are all alike. */
function operationOf(operation) {
  const { summary, description, requestBody, responses } = operation;
  const succeeded = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return withoutExamples({
    summary,
    description,
    parameters: parametersOf(operation).filter((it) => it.in !== 'header'),
    requestBody,
    responses: {
      ...Object.fromEntries(succeeded.map(([status, { headers: _, ...response }]) => [status, response])),
      default: ERROR,
    },
  });
}

function pathOf(item) {
  const operations = Object.entries(item).filter(([method]) => METHODS.includes(method));
  return Object.fromEntries(operations.map(([method, operation]) => [method, operationOf(operation)]));
}

/** Returns the paths whose POST takes no Idempotency-Key, so that it cannot be repeated safely. */
function withoutKey(paths) {
  const takesKey = (operation) => parametersOf(operation).some((it) => it.name === IDEMPOTENCY_KEY);
  return Object.keys(paths).filter((path) => paths[path].post !== undefined && !takesKey(paths[path].post));
}

const { openapi, info, paths, components } = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'));
const described = {
  openapi,
  info,
  paths: mapValues(paths, pathOf),
  components: { schemas: mapValues(components.schemas, withoutExamples) },
};
const types = astToString(await openapiTS(described, { defaultNonNullable: false }));
const list = withoutKey(paths)
  .map((path) => `  '${path}',\n`)
  .join('');
const files = {
  [TYPES]: `${HEADER}${types}`,
  [CONSTANTS]: `${HEADER}/** Paths whose POST takes no Idempotency-Key. */
export const POST_WITHOUT_IDEMPOTENCY_KEY: readonly string[] = [
${list}];
`,
};

for (const [path, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    writeFileSync(join(ROOT, path), text);
    console.log(`Written: ${path}`);
  } else if (readFileSync(join(ROOT, path), 'utf8') !== text) {
    console.error(`${path} does not match openapi.json. Run "npm run openapi" and commit all files.`);
    process.exitCode = 1;
  }
}
