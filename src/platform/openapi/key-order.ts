/** Keywords in the order in which the document has them; others follow in the order in which they were written. */
const ORDER = [
  ...[
    '$ref',
    'summary',
    'operationId',
    'tags',
    'security',
    'in',
    'type',
    'format',
    'enum',
    'additionalProperties',
  ],
  ...[
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'pattern',
    'default',
    'items',
    'anyOf',
    'oneOf',
    'allOf',
  ],
  ...['schema', 'example', 'description', 'headers', 'content', 'parameters', 'requestBody', 'properties'],
  ...['responses', 'required', 'name'],
];
/** Objects whose keys are names rather than keywords. */
const MAPS = new Set(['properties', 'headers', 'content', 'mapping', 'responses']);
/** Values that are shown as they are. */
const LITERALS = new Set(['example', 'default', 'const', 'enum']);

/**
 * Puts the keywords of every object into one order. The order has no meaning, but gzip finds what it has seen before only if
 * it looks the same: so the document is hundreds of bytes smaller.
 */
export function orderKeys(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((it) => orderKeys(it));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const ordered = isMap ? entries : entries.sort(([a], [b]) => rank(a) - rank(b));
  return Object.fromEntries(
    ordered.map(([key, it]) => [
      key,
      !isMap && LITERALS.has(key) ? it : orderKeys(it, !isMap && MAPS.has(key)),
    ]),
  );
}

function rank(keyword: string): number {
  const index = ORDER.indexOf(keyword);
  return index === -1 ? ORDER.length : index;
}
