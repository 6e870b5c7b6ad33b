import { filledBody } from './bodies.mjs';
import { KnownRecords } from './known-records.mjs';

/** @typedef {Record<string, any>} Json */

const PREFILL = 'x-prefill-with';
const JSON_TYPE = 'application/json';

/** The security scheme of API keys. */
export const KEY_SCHEME = 'bearer';

/** Fills in requests from earlier responses. Needs neither a browser nor Swagger UI, so that a test can run it in Node.js. */
export class Prefill {
  #document;
  #known;

  /** @param {Json} document the OpenAPI document */
  constructor(document) {
    this.#document = document;
    this.#known = new KnownRecords(document);
  }

  /**
   * Remembers the records of a successful response, or forgets a deleted record.
   *
   * @param {string} path
   * @param {string} method
   * @param {Json} response
   */
  receive(path, method, { status, url, body }) {
    if (method === 'delete' && path.endsWith('}')) this.#known.forget(lastSegment(url));
    else this.#known.remember(path, this.#operation(path, method) ?? {}, status, body);
  }

  /**
   * Returns the required parameters whose values are known.
   *
   * @param {string} path
   * @param {string} method
   * @returns {{ parameter: Json, value: unknown }[]}
   */
  parameters(path, method) {
    const { parameters = [], [PREFILL]: wanted } = this.#operation(path, method) ?? {};
    return parameters
      .filter((/** @type {Json} */ it) => it.in !== 'header' && it.required === true)
      .map((/** @type {Json} */ it) => ({ parameter: it, value: this.#known.valueFor(path, it, wanted) }))
      .filter((/** @type {Json} */ it) => it.value !== undefined);
  }

  /**
   * Returns the example of the body as Swagger UI shows it.
   *
   * @param {string} path
   * @param {string} method
   */
  example(path, method) {
    const example = exampleOf(this.#operation(path, method));
    return example === undefined ? undefined : textOf(example);
  }

  /**
   * Returns the example of the body with the IDs of known records.
   *
   * @param {string} path
   * @param {string} method
   */
  body(path, method) {
    const operation = this.#operation(path, method);
    const example = exampleOf(operation);
    return example === undefined ? undefined : textOf(filledBody(example, this.#known, operation?.[PREFILL]));
  }

  /** @param {string} path @param {string} method @returns {Json | undefined} */
  #operation(path, method) {
    return this.#document.paths[path]?.[method];
  }
}

/** @param {Json | undefined} created @returns {string | undefined} the API key of a new organization */
export function keyOf(created) {
  const key = created?.api_key?.raw_key;
  return typeof key === 'string' ? key : undefined;
}

/** @param {Json | undefined} operation @returns {unknown} */
const exampleOf = (operation) => operation?.requestBody?.content?.[JSON_TYPE]?.example;

/** @param {unknown} value */
const textOf = (value) => JSON.stringify(value, null, 2);

/** @param {string} url */
const lastSegment = (url) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
