/** @typedef {{ get(name: string): any }} Entry an operation in the list of Swagger UI */

/** Swagger UI plugin: the filter searches names of groups and paths and summaries of operations, in any case. */
export const Filter = () => ({
  fn: {
    /**
     * @param {any} groups
     * @param {string} phrase
     */
    opsFilter(groups, phrase) {
      const wanted = phrase.toLowerCase();
      return groups
        .map((/** @type {any} */ group, /** @type {string} */ name) =>
          name.toLowerCase().includes(wanted)
            ? group
            : group.update('operations', (/** @type {any} */ all) =>
                all.filter((/** @type {Entry} */ it) => textOf(it).includes(wanted)),
              ),
        )
        .filter((/** @type {any} */ group) => group.get('operations').size > 0);
    },
  },
});

/** @param {Entry} operation */
function textOf(operation) {
  const summary = operation.get('operation').get('summary');
  return `${operation.get('method')} ${operation.get('path')} ${summary}`.toLowerCase();
}
