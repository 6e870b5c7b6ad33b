/**
 * @typedef {Record<string, any>} Json
 * @typedef {import('./known-records.mjs').KnownRecords} KnownRecords
 * @typedef {import('./known-records.mjs').Wanted} Wanted
 * @typedef {{ known: KnownRecords, wanted: Wanted | undefined, chosen: Json[] }} Context `chosen`: the records that the
 *   body refers to so far
 */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the example of a body with the IDs of known records. IDs of parts, such as `fee_id`, are those of a record to
 * which the body already refers.
 *
 * @param {unknown} example
 * @param {KnownRecords} known
 * @param {Wanted} [wanted]
 */
export const filledBody = (example, known, wanted) => fill(example, { known, wanted, chosen: [] });

/**
 * @param {unknown} value
 * @param {Context} context
 * @returns {unknown}
 */
function fill(value, context) {
  if (Array.isArray(value)) return value.map((it) => fill(it, context));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const id = isReference(field, inner) ? idFor(field, context) : undefined;
      if (id === undefined) return [field, fill(inner, context)];
      return [field, Array.isArray(inner) ? [id] : id];
    }),
  );
}

/** @param {string} field @param {unknown} value */
function isReference(field, value) {
  if (Array.isArray(value)) return field.endsWith('_ids') && value.length > 0;
  return field.endsWith('_id') && typeof value === 'string' && UUID.test(value);
}

/** @param {string} field @param {Context} context */
function idFor(field, { known, wanted, chosen }) {
  const parts = field.replace(/_id$/, 's');
  const part = chosen.flatMap((it) => (Array.isArray(it[parts]) ? it[parts] : [])).at(-1);
  const record = part ?? known.recordFor(field, wanted);
  if (record !== undefined) chosen.push(record);
  return record?.id;
}
