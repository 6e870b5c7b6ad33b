/** @typedef {Record<string, any>} Json */

/**
 * Swagger UI plugin that replaces the references of an operation when it is opened. Swagger UI's own resolver for OpenAPI
 * 3.1 processes the whole document for each operation, which takes more than a second. This document refers only to its
 * own components.
 */
export const Resolve = () => ({
  fn: {
    /**
     * @param {Json} document
     * @param {string[]} path
     */
    resolveSubtree: (document, path) =>
      Promise.resolve({
        spec: resolve(
          path.reduce((it, key) => it?.[key], document),
          document,
          [],
        ),
        errors: [],
      }),
  },
});

/**
 * @param {any} value
 * @param {Json} document
 * @param {string[]} within the references that lead to the value: a recursive one stays
 * @returns {any}
 */
function resolve(value, document, within) {
  if (Array.isArray(value)) return value.map((it) => resolve(it, document, within));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value;
  if (typeof $ref === 'string' && !within.includes($ref)) {
    const target = resolve(targetOf($ref, document), document, [...within, $ref]);
    return { ...target, ...resolve(rest, document, within) };
  }
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, resolve(it, document, within)]));
}

/** @param {string} reference for example `#/components/schemas/Customer` @param {Json} document */
const targetOf = (reference, document) =>
  reference
    .split('/')
    .slice(1)
    .reduce((/** @type {any} */ it, key) => it?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
