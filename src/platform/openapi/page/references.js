// A plugin of Swagger UI: resolves the references of an operation when it is opened. All of them point into the document.
// Swagger UI itself would resolve and normalize the whole document for each operation, which takes seconds.
(() => {
  const at = (document, path) => path.reduce((value, key) => value?.[key], document);

  /** `#/components/schemas/Plan` as a path. */
  const pathOf = (reference) =>
    reference
      .slice('#/'.length)
      .split('/')
      .map((it) => decodeURIComponent(it).replaceAll('~1', '/').replaceAll('~0', '~'));

  /** @param within the references that led here; one that leads to itself again is left as it is */
  function inlined(document, value, within) {
    if (Array.isArray(value)) return value.map((it) => inlined(document, it, within));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: reference, ...others } = value;
    if (typeof reference !== 'string') {
      return Object.fromEntries(
        Object.entries(value).map(([key, it]) => [key, inlined(document, it, within)]),
      );
    }
    if (within.includes(reference)) return value;
    const target = inlined(document, at(document, pathOf(reference)), [...within, reference]);
    return { ...target, ...inlined(document, others, within) };
  }

  window.InlinedReferences = () => ({
    fn: {
      resolveSubtree: (document, path) =>
        Promise.resolve({ spec: inlined(document, at(document, path), []), errors: [] }),
    },
  });
})();
