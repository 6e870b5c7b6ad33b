/**
 * @typedef {Record<string, any>} Json
 * @typedef {{ [field: string]: readonly unknown[] }} Wanted accepted values of a record's fields
 * @typedef {{ record: Json, rank: number }} Known
 */

/**
 * Remembers the records in the page's responses, and finds the last one for a parameter or a field of a request.
 * Derives the kinds of records from paths, names and schemas, so it also knows the records of modules that teams add.
 */
export class KnownRecords {
  /** @type {Map<string, Map<string, Known>>} by kind and ID */
  #records = new Map();
  #count = 0;
  #document;

  /** @param {Json} document the OpenAPI document */
  constructor(document) {
    this.#document = document;
  }

  /**
   * Remembers the records of a response. The records of a list rank below all others, because the user has not chosen
   * them.
   *
   * @param {string} path
   * @param {Json} operation
   * @param {number} status
   * @param {unknown} body
   */
  remember(path, operation, status, body) {
    const schema = schemaOf(operation, status);
    const collection = collectionOf(path);
    const kinds = [schemaName(schema), collection, lastNameOf(collection)];
    if (Array.isArray(body)) for (const entry of body) this.#add(entry, kinds, false);
    else this.#add(body, kinds, true);
  }

  /** @param {string} id */
  forget(id) {
    for (const records of this.#records.values()) records.delete(id);
  }

  /**
   * Returns the value for a parameter: of the last record of its kind, or else the first of its listed values.
   *
   * @param {string} path
   * @param {Json} parameter
   * @param {Wanted} [wanted]
   * @returns {unknown}
   */
  valueFor(path, { name, schema, in: place }, wanted) {
    const item = place === 'path' ? path.slice(0, path.indexOf(`{${name}}`) + name.length + 2) : '';
    const collection = collectionOf(item);
    const read = schemaOf(this.#document.paths[item]?.get, 200);
    const kinds = [[schemaName(read), collection], [kindOfField(name)], [lastNameOf(collection)]];
    const found = this.#find(kinds, wanted, (it) => valueIn(it, name) !== undefined);
    return found === undefined ? schema?.enum?.[0] : valueIn(found, name);
  }

  /**
   * Returns the last record that a field such as `invoice_id` can refer to.
   *
   * @param {string} field
   * @param {Wanted} [wanted]
   */
  recordFor(field, wanted) {
    return this.#find([[kindOfField(field)]], wanted, (it) => typeof it.id === 'string');
  }

  /**
   * Returns the last record of the first kinds of which one is known. Prefers records with the wanted values.
   *
   * @param {(string | undefined)[][]} choices
   * @param {Wanted | undefined} wanted
   * @param {(record: Json) => boolean} isUsable
   * @returns {Json | undefined}
   */
  #find(choices, wanted = {}, isUsable) {
    const fits = (/** @type {Json} */ record) =>
      Object.entries(wanted).every(([field, values]) => values.includes(record[field]));
    for (const kinds of choices) {
      const records = kinds
        .flatMap((kind) => [...(this.#records.get(kind ?? '')?.values() ?? [])])
        .sort((first, second) => second.rank - first.rank)
        .map((it) => it.record)
        .filter(isUsable);
      if (records.length > 0) return records.find(fits) ?? records[0];
    }
    return undefined;
  }

  /** @param {unknown} record @param {(string | undefined)[]} kinds @param {boolean} isChosen */
  #add(record, kinds, isChosen) {
    if (typeof record !== 'object' || record === null) return;
    for (const kind of new Set(kinds)) if (kind) this.#put(kind, record, isChosen);
    for (const [name, value] of Object.entries(record)) {
      const parts = Array.isArray(value) ? value.toReversed() : [value];
      const kind = Array.isArray(value) ? name : `${name}s`;
      for (const part of parts) if (typeof part?.id === 'string') this.#put(kind, part, isChosen);
    }
  }

  /** @param {string} kind @param {Json} record @param {boolean} isChosen */
  #put(kind, record, isChosen) {
    const records = this.#records.get(kind) ?? new Map();
    this.#records.set(kind, records);
    this.#count += 1;
    const key = record.id ?? JSON.stringify(record);
    const rank = isChosen ? this.#count : (records.get(key)?.rank ?? -this.#count);
    records.set(key, { record, rank });
  }
}

/** Returns `/v1/customers` for `/v1/customers`, `/v1/customers/list` and `/v1/customers/{id}`. */
const collectionOf = (/** @type {string} */ path) => path.replace(/\/\{[^}]*\}$|\/list$/, '');

/** @param {string} collection */
const lastNameOf = (collection) => collection.split('/').at(-1);

/** @param {Json | undefined} operation @param {number} status */
const schemaOf = (operation, status) => operation?.responses?.[status]?.content?.['application/json']?.schema;

/** @param {Json | undefined} schema */
const schemaName = (schema) =>
  (schema?.$ref ?? schema?.items?.$ref ?? schema?.items?.allOf?.[0]?.$ref)?.split('/').at(-1);

/** @param {string} field */
const kindOfField = (field) => (/_ids?$/.test(field) ? field.replace(/_ids?$/, 's') : undefined);

/** @param {Json} record @param {string} name */
const valueIn = (record, name) => record[name] ?? (/(^|_)id$/.test(name) ? record.id : undefined);
