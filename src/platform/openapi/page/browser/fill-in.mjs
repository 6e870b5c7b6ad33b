import { KEY_SCHEME, keyOf, Prefill } from './prefill.mjs';

/**
 * @typedef {Record<string, any>} Json
 * @typedef {Json} System the parts of Swagger UI that a plugin sees
 */

const METHODS = ['get', 'post', 'put', 'delete'];

/**
 * Swagger UI plugin that fills in the IDs of records from the page's own responses: in paths, in required query
 * parameters and in the examples of bodies. Values that the user has changed stay as they are. Uses the API key of an
 * organization that the page creates, unless a key has been entered.
 */
export const FillIn = () => {
  const page = new Page();
  return {
    statePlugins: {
      layout: {
        wrapActions: {
          show:
            (/** @type {Function} */ show, /** @type {System} */ system) =>
            (/** @type {string[]} */ shown, isShown = true) => {
              page.show(system, shown, isShown);
              return show(shown, isShown);
            },
        },
      },
      oas3: {
        wrapActions: {
          setRequestBodyValue:
            (/** @type {Function} */ setValue, /** @type {System} */ system) =>
            (/** @type {{ value: unknown, pathMethod: [string, string] }} */ { value, pathMethod }) =>
              setValue({ value: page.body(system, pathMethod, value), pathMethod }),
        },
      },
      spec: {
        wrapActions: {
          setResponse:
            (/** @type {Function} */ setResponse, /** @type {System} */ system) =>
            (/** @type {string} */ path, /** @type {string} */ method, /** @type {Json} */ response) => {
              const result = setResponse(path, method, response);
              page.receive(system, path, method, response);
              return result;
            },
        },
      },
    },
  };
};

class Page {
  /** @type {Prefill | null} */
  #prefill = null;
  /** @type {Set<string>} the open operations, as `<method> <path>` */
  #open = new Set();
  /** @type {Map<string, unknown>} what has been filled in, by operation and place */
  #filled = new Map();

  /**
   * @param {System} system
   * @param {string[]} shown what Swagger UI shows or hides: ['operations', <tag>, <operation ID>]
   * @param {boolean} isShown
   */
  show(system, shown, isShown) {
    const [kind, , operationId] = shown;
    if (kind !== 'operations' || shown.length !== 3) return;
    for (const [path, item] of Object.entries(documentOf(system).paths)) {
      for (const method of METHODS) {
        if (item[method]?.operationId !== operationId) continue;
        if (isShown) this.#open.add(`${method} ${path}`);
        else this.#open.delete(`${method} ${path}`);
        if (isShown) this.#fill(system, path, method);
      }
    }
  }

  /** @param {System} system @param {string} path @param {string} method @param {Json} response */
  receive(system, path, method, response) {
    if (response.ok !== true) return;
    this.#prefillOf(system).receive(path, method, response);
    authorize(system, response.body);
    for (const open of this.#open) {
      const [openMethod = '', openPath = ''] = open.split(' ');
      this.#fill(system, openPath, openMethod);
    }
  }

  /** @param {System} system */
  #prefillOf(system) {
    return (this.#prefill ??= new Prefill(documentOf(system)));
  }

  /** @param {System} system @param {string} path @param {string} method */
  #fill(system, path, method) {
    for (const { parameter, value } of this.#prefillOf(system).parameters(path, method))
      this.#fillParameter(system, [path, method], parameter, value);
    this.#fillBody(system, [path, method]);
  }

  /** @param {System} system @param {string[]} operation @param {Json} parameter @param {unknown} value */
  #fillParameter({ specActions, specSelectors }, operation, { name, in: place }, value) {
    const key = [...operation, place, name].join(' ');
    const current = specSelectors.parameterWithMeta(operation, name, place)?.get('value');
    if (!this.#isOwn(key, current) || current === value) return;
    this.#filled.set(key, value);
    specActions.changeParam(operation, name, place, value, false);
  }

  /** @param {System} system @param {[string, string]} pathMethod */
  #fillBody(system, pathMethod) {
    const example = this.#prefillOf(system).example(...pathMethod);
    const current = system.oas3Selectors.requestBodyValue(...pathMethod);
    if (example === undefined || !(current === example || this.#isOwn(bodyKey(pathMethod), current))) return;
    const value = this.body(system, pathMethod, example);
    if (value !== current) system.oas3Actions.setRequestBodyValue({ value, pathMethod });
  }

  /**
   * Returns the example with the IDs of known records, in place of the example or of no value. Returns other values as
   * they are. Swagger UI sets the example or undefined at several moments after it has opened an operation.
   *
   * @param {System} system
   * @param {[string, string]} pathMethod
   * @param {unknown} value
   */
  body(system, pathMethod, value) {
    const prefill = this.#prefillOf(system);
    const example = prefill.example(...pathMethod);
    if (example === undefined || (value !== undefined && value !== example)) return value;
    const filled = prefill.body(...pathMethod);
    this.#filled.set(bodyKey(pathMethod), filled);
    return filled === example ? value : filled;
  }

  /**
   * Returns whether a value is empty or was filled in here, and not entered by the user.
   *
   * @param {string} key
   * @param {unknown} current
   */
  #isOwn(key, current) {
    return current === undefined || current === null || current === '' || current === this.#filled.get(key);
  }
}

/**
 * Enters the API key of a new organization, unless a key has been entered.
 *
 * @param {System} system
 * @param {Json | undefined} created
 */
function authorize({ authActions, authSelectors, specSelectors }, created) {
  const key = keyOf(created);
  if (key === undefined || authSelectors.authorized()?.has(KEY_SCHEME)) return;
  const schema = specSelectors.securityDefinitions()?.get(KEY_SCHEME);
  authActions.authorize({ [KEY_SCHEME]: { name: KEY_SCHEME, schema, value: key } });
}

/** @type {WeakMap<object, Json>} */
const documents = new WeakMap();

/**
 * Returns the OpenAPI document. Swagger UI converts its own copy, which takes 100 ms, whenever it is asked.
 *
 * @param {System} system
 * @returns {Json}
 */
function documentOf({ specSelectors }) {
  const source = specSelectors.specJson();
  if (!documents.has(source)) documents.set(source, source.toJS());
  return documents.get(source) ?? {};
}

/** @param {[string, string]} pathMethod */
const bodyKey = (pathMethod) => [...pathMethod, 'body'].join(' ');
