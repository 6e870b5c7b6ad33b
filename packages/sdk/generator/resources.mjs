// Generates the resources of the client: one class per resource of the API, one method per operation.
import { pascal } from './document.mjs';

/** Payment providers call these operations, not integrators. */
const EXCLUDED = new Set(['receiveProviderWebhook']);

/** Resources that are not named after the first segment of their path. */
const RESOURCES = [
  { path: '/v1/organizations/current/api_keys', name: 'api_keys' },
  { path: '/v1/webhook_endpoints/hooks', name: 'webhook_deliveries' },
  { path: '/v1/webhook_endpoints/delivery_stats', name: 'webhook_deliveries' },
  { path: '/v1/events', name: 'usage_events' },
];

/** Operations that need no Idempotency-Key, because `transaction_id` already makes them exactly once. */
const SELF_IDEMPOTENT = new Set(['createEvent', 'createEvents']);

/** Returns the source of `resources.ts`. */
export function resourcesOf(document) {
  const imports = new Set();
  const resources = new Map();
  for (const operation of operationsOf(document)) {
    const name = resourceOf(operation.path);
    const method = methodOf(operation, words(singular(pascal(name))));
    const methods = resources.get(name) ?? new Map();
    if (methods.has(method)) throw new Error(`${name}.${method} is ambiguous: ${operation.operationId}`);
    resources.set(name, methods.set(method, source(method, operation, imports)));
  }
  const classes = [...resources].map(([name, methods]) => classOf(name, [...methods.values()]));
  const schemas = [...imports].filter((it) => it !== 'operations').sort();
  return [
    `import { ListCall } from '../list-call.js';`,
    `import { path, Resource, type RequestOptions } from '../resource.js';`,
    `import type { Transport } from '../transport.js';`,
    `import type { operations, ${schemas.join(', ')} } from './schema.js';\n`,
    ...queryTypes(document),
    ...classes,
    clientOf([...resources.keys()]),
  ].join('\n');
}

function operationsOf(document) {
  return Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, it]) => ({ ...it, path, method: method.toUpperCase() })),
    )
    .filter((it) => !EXCLUDED.has(it.operationId) && Object.values(it.responses).every(hasJson));
}

/** Returns whether a response is JSON or empty, not a stream of events. */
function hasJson({ content }) {
  return content === undefined || content['application/json'] !== undefined;
}

function resourceOf(path) {
  const named = RESOURCES.find((it) => path === it.path || path.startsWith(`${it.path}/`));
  return named?.name ?? path.split('/')[2];
}

/** Returns the operation ID without the noun of the resource, or its end: `deleteThreshold` of usage thresholds is `delete`. */
function methodOf({ operationId, path }, nounWords) {
  const [verb, ...rest] = words(operationId);
  for (const noun of nounWords.map((_, index) => nounWords.slice(index))) {
    const at = rest.findIndex((_, index) => noun.every((it, n) => singular(rest[index + n] ?? '') === it));
    if (at < 0) continue;
    rest.splice(at, noun.length);
    break;
  }
  return verb + rest.join('') + (path.endsWith('/batch') ? 'Batch' : '');
}

function source(method, operation, imports) {
  const parameters = pathParameters(operation.path).map((name) => `${camel(name)}: string`);
  const content = operation.requestBody?.content['application/json'];
  const query = operation.parameters.some((it) => it.in === 'query');
  if (content !== undefined) {
    // The API accepts a PUT that changes nothing; a call without a body is a mistake.
    const isOptional = !operation.requestBody.required && operation.method === 'POST';
    parameters.push(`body${isOptional ? '?' : ''}: ${typeOf(content.schema, imports)}`);
  }
  if (query) parameters.push(`query?: ${queryType(operation)}`);
  parameters.push('options?: RequestOptions');
  const values = [content && 'body', query && 'query', ...safety(operation)].filter(Boolean);
  const pathSource = operation.path.replace(/\{(\w+)\}/g, (_, name) => `\${${camel(name)}}`);
  const request = `{ method: '${operation.method}', path: path\`${pathSource}\`, ${values.join(', ')} }, options`;
  const item = listedItem(operation);
  if (item !== undefined) {
    const type = typeOf(item, imports);
    const returned = `ListCall<${type}>`;
    return `${comment(operation)}${method}(${parameters.join(', ')}): ${returned} {
      return new ListCall<${type}>(this.transport, ${request});
    }`;
  }
  return `${comment(operation)}${method}(${parameters.join(', ')}): Promise<${responseType(operation, imports)}> {
    return this.transport.send(${request});
  }`;
}

/** Returns how a lost response may be handled, unless the method alone tells. */
function safety({ method, operationId, isKeyed }) {
  if (method !== 'POST') return [];
  if (SELF_IDEMPOTENT.has(operationId)) return ['isIdempotent: true'];
  return isKeyed ? ['isKeyed: true'] : [];
}

/** Returns the schema of the records of a list with pages. */
function listedItem(operation) {
  const schema = Object.values(operation.responses)[0].content?.['application/json']?.schema;
  return operation.parameters.some((it) => it.name === 'limit') ? schema?.items : undefined;
}

function responseType(operation, imports) {
  const schemas = Object.values(operation.responses).map((it) => it.content?.['application/json']?.schema);
  return [...new Set(schemas.map((it) => (it === undefined ? 'void' : typeOf(it, imports))))].join(' | ');
}

function typeOf(schema, imports) {
  if (schema.type === 'array') {
    const item = typeOf(schema.items, imports);
    return `${item.includes(' ') ? `(${item})` : item}[]`;
  }
  if (schema.allOf !== undefined) return schema.allOf.map((it) => typeOf(it, imports)).join(' & ');
  if (schema.$ref === undefined) throw new Error(`Make a component of ${JSON.stringify(schema)}.`);
  const name = schema.$ref.split('/').at(-1);
  imports.add(name);
  return name;
}

function queryType({ operationId }) {
  return `${operationId[0].toUpperCase()}${operationId.slice(1)}Query`;
}

function queryTypes(document) {
  return operationsOf(document)
    .filter((operation) => operation.parameters.some((it) => it.in === 'query'))
    .map((it) => {
      const query = `NonNullable<operations['${it.operationId}']['parameters']['query']>`;
      return `export type ${queryType(it)} = ${query};\n`;
    });
}

function classOf(name, methods) {
  return `/** The \`${camel(name)}\` of a client. */\nexport class ${className(name)} extends Resource {
    ${methods.join('\n\n')}
  }\n`;
}

function clientOf(names) {
  const fields = names.map((name) => `readonly ${camel(name)}: ${className(name)};`);
  const values = names.map((name) => `this.${camel(name)} = new ${className(name)}(transport);`);
  return `/** All resources of the API. */\nexport class Resources {
    ${fields.join('\n')}

    constructor(transport: Transport) {
      ${values.join('\n')}
    }
  }\n`;
}

function className(name) {
  return `${pascal(name)}Resource`;
}

function comment({ summary, description, method, path }) {
  const text = [summary && `${summary.replace(/\.$/, '')}.`, description].filter(Boolean).join(' ');
  const lines = wrap(`${text} (\`${method} ${path}\`)`.replaceAll('*/', '*\\/'), 108);
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => `   * ${line}`).join('\n')}\n   */\n`;
}

function wrap(text, width) {
  const lines = [''];
  for (const word of text.trim().split(/\s+/)) {
    const line = lines[lines.length - 1];
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function pathParameters(path) {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
}

function words(name) {
  return name.match(/[A-Z]?[a-z]+/g);
}

function camel(name) {
  return name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
}

function singular(name) {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (name.endsWith('xes')) return name.slice(0, -2);
  return name.replace(/s$/, '');
}
