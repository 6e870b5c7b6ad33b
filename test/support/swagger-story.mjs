/**
 * Executes the operations of a running service as the Swagger page fills them in, without a browser: from top to bottom,
 * and the deletions from bottom to top. The last one revokes an API key. It is repeated twice: the page then fills in the
 * key in use, and at last has no valid key. The page's ES modules cannot run inside Jest.
 * Usage: node swagger-story.mjs <url> prints a JSON array of what `swagger-operations.spec.ts` describes.
 */
import { KEY_SCHEME, keyOf, Prefill } from '../../src/platform/openapi/page/browser/prefill.mjs';
import { readStreamsBriefly } from '../../src/platform/openapi/page/browser/streams.mjs';

const JSON_TYPE = 'application/json';

const [, , url] = process.argv;
const document = await (await fetch(`${url}/openapi.json`)).json();
const prefill = new Prefill(document);
/** The values in the fields of the page, by parameter. */
const shown = new Map();
let key;

const operations = document.tags.flatMap((group) => operationsOf(group.name));
const deletions = operations.filter((it) => it.method === 'delete').toReversed();
const others = operations.filter((it) => it.method !== 'delete');
const revocation = deletions.at(-1);
const executions = [];
for (const operation of [...others, ...deletions, revocation, revocation])
  executions.push(await execute(operation));
process.stdout.write(JSON.stringify(executions));

/** Returns the operations with a tag, in the order of the document. */
function operationsOf(tag) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

async function execute({ path, method, operation }) {
  const { operationId: id, parameters = [] } = operation;
  fill(path, method, parameters);
  if (parameters.some((it) => it.required && !shown.has(it))) return { id, status: 0 };
  const target = targetOf(path, parameters);
  const body = prefill.body(path, method);
  const request = readStreamsBriefly({ method: method.toUpperCase(), headers: headersOf(operation), body });
  const response = await (request.userFetch ?? fetch)(target, request);
  const text = await response.text();
  if (response.ok) receive(path, method, response, text);
  return { id, status: response.status, url: target, body, response: text };
}

/** Fills in known values. Without one, the page keeps what it shows: an earlier value, the example or the default. */
function fill(path, method, parameters) {
  for (const { parameter, value } of prefill.parameters(path, method)) shown.set(parameter, value);
  for (const parameter of parameters) {
    const { example, schema } = parameter;
    const initial = example ?? schema.example ?? schema.default;
    if (initial !== undefined && !shown.has(parameter)) shown.set(parameter, initial);
  }
}

function targetOf(path, parameters) {
  const given = parameters.filter((it) => shown.has(it));
  const query = given.filter((it) => it.in === 'query').map((it) => [it.name, shown.get(it)]);
  let filled = path;
  for (const it of given)
    if (it.in === 'path') filled = filled.replace(`{${it.name}}`, encodeURIComponent(shown.get(it)));
  return `${url}${filled}?${new URLSearchParams(query)}`;
}

/** Swagger UI names the content type that it accepts unless that is JSON. */
function headersOf({ security, requestBody, responses }) {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const [accepted = JSON_TYPE] = Object.keys(success?.content ?? {});
  const isSecured = security.some((it) => KEY_SCHEME in it);
  return {
    ...(accepted === JSON_TYPE ? {} : { Accept: accepted }),
    ...(requestBody === undefined ? {} : { 'Content-Type': JSON_TYPE }),
    ...(isSecured && key !== undefined ? { Authorization: `Bearer ${key}` } : {}),
  };
}

function receive(path, method, { status, url: from, headers }, text) {
  const isJson = headers.get('Content-Type')?.startsWith(JSON_TYPE) === true;
  const body = isJson ? JSON.parse(text) : text;
  prefill.receive(path, method, { status, url: from, body });
  key ??= keyOf(body);
}
