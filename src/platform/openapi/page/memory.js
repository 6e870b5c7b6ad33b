// A plugin of Swagger UI: remembers the last object of each kind from the answers of the page, and fills its id into path
// parameters and bodies. Everything stays in the memory of the page.
(() => {
  /** Ids by kind, the last one at the end: a deletion brings back the one before it. */
  const remembered = new Map();
  /** Everything that was filled in. What a person typed is never replaced. */
  const filled = new Set();
  /** The operations that are open. */
  const shown = new Set();
  const contents = { json: undefined, paths: {}, byId: new Map() };
  let keyIsOurs = false;

  const METHODS = ['get', 'post', 'put', 'delete'];
  const KEY_SCHEME = 'bearer';

  /** `invoices` and `invoice_ids` are of the kind `Invoice`. */
  const kindOfName = (name) =>
    name
      .replace(/_ids?$/, '')
      .replace(/ies$/, 'y')
      .replace(/s$/, '')
      .split('_')
      .map((it) => it.slice(0, 1).toUpperCase() + it.slice(1))
      .join('');

  /** `CreatedApiKey` and `AdminOrganization` are other views of `ApiKey` and `Organization`. */
  const kindOfSchema = (schema) => {
    const reference = schema?.$ref ?? schema?.items?.$ref;
    return reference
      ?.split('/')
      .at(-1)
      .replace(/^(Created|Admin)(?=[A-Z])/, '');
  };

  const schemaOfAnswer = (operation) => {
    const [status] = Object.keys(operation?.responses ?? {}).filter((it) => it.startsWith('2'));
    return operation?.responses?.[status]?.content?.['application/json']?.schema;
  };

  /** The kind that `{name}` of a path stands for, by what its GET or its list answers, else by the word before it. */
  function kindOfParameter(paths, path, name) {
    const until = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
    const list = until.slice(0, until.lastIndexOf('/'));
    const schema = schemaOfAnswer(paths[until]?.get) ?? schemaOfAnswer(paths[list]?.get);
    return kindOfSchema(schema) ?? kindOfName(list.slice(list.lastIndexOf('/') + 1));
  }

  /** Resolves the parameters that an operation shares with others: `#/components/parameters/id`. */
  const withParameters = ({ parameters = [], ...operation }, components) => ({
    ...operation,
    parameters: parameters.map((it) => components.parameters?.[it.$ref?.split('/').at(-1)] ?? it),
  });

  /** The paths of the document as plain objects, which take time to make, and the operations by their id. */
  function contentsOf(system) {
    const json = system.specSelectors.specJson();
    if (contents.json === json) return contents;
    const { paths = {}, components = {} } = json.toJS();
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      METHODS.filter((it) => item[it] !== undefined).map((method) => ({
        path,
        method,
        operation: withParameters(item[method], components),
      })),
    );
    const byId = new Map(operations.map((it) => [it.operation.operationId, it]));
    return Object.assign(contents, { json, paths, byId });
  }

  const last = (kind) => remembered.get(kind)?.at(-1);

  function remember(kind, id) {
    if (typeof id !== 'string') return;
    const others = (remembered.get(kind) ?? []).filter((it) => it !== id);
    remembered.set(kind, [...others, id]);
  }

  function forget(kind, id) {
    remembered.set(
      kind,
      (remembered.get(kind) ?? []).filter((it) => it !== id),
    );
  }

  /** Remembers an object and those in its lists, such as the fees of an invoice. A list only adds a kind not seen yet. */
  function rememberAnswer(operation, body) {
    const kind = kindOfSchema(schemaOfAnswer(operation));
    const isList = Array.isArray(body);
    const object = isList ? body[0] : body;
    if (typeof object !== 'object' || object === null) return;
    if (kind !== undefined && (!isList || last(kind) === undefined)) remember(kind, object.id);
    for (const [name, value] of Object.entries(object)) {
      if (Array.isArray(value) && value[0]?.id !== undefined) remember(kindOfName(name), value[0].id);
    }
    if (object.id === undefined) rememberLink(object.url);
  }

  /** Remembers the token of a link, which is in its address only: `/v1/documents/{token}`. */
  function rememberLink(url) {
    const [, collection, token] = /\/v1\/(\w+)\/([\w-]+)$/.exec(url ?? '') ?? [];
    if (collection !== undefined) remember(kindOfName(collection), token);
  }

  /** Replaces ids that nobody typed: those of the example, and those that were filled in before. */
  function withIds(value, examples) {
    if (Array.isArray(value)) return value.map((it) => withIds(it, examples));
    if (typeof value !== 'object' || value === null) return value;
    const replace = (name, it) => {
      const id = last(kindOfName(name));
      if (typeof it !== 'string' || id === undefined) return withIds(it, examples);
      if (!examples.includes(it) && !filled.has(it)) return it;
      filled.add(id);
      return id;
    };
    return Object.fromEntries(
      Object.entries(value).map(([name, it]) => {
        if (/_id$/.test(name)) return [name, replace(name, it)];
        if (/_ids$/.test(name) && Array.isArray(it)) return [name, it.map((one) => replace(name, one))];
        return [name, withIds(it, examples)];
      }),
    );
  }

  /** Returns a body with the ids that the page knows; unchanged while it is not JSON, as when a person is typing it. */
  function filledBody(operation, text) {
    const example = operation?.requestBody?.content?.['application/json']?.example;
    if (example === undefined || typeof text !== 'string') return text;
    try {
      const body = JSON.parse(text);
      const next = withIds(body, JSON.stringify(example).match(/[0-9a-f-]{36}/g) ?? []);
      return JSON.stringify(next) === JSON.stringify(body) ? text : JSON.stringify(next, null, 2);
    } catch {
      return text;
    }
  }

  /** Refills the body of an operation that has been opened before; others are filled in when they are opened. */
  function fillBody(system, path, method, operation) {
    const current = system.oas3Selectors.requestBodyValue(path, method);
    const next = filledBody(operation, current);
    if (next !== current) system.oas3Actions.setRequestBodyValue({ value: next, pathMethod: [path, method] });
  }

  /** The value of a parameter. Before an operation is opened, its parameters may be references, and nobody has entered one. */
  function enteredValue(system, path, method, name, place) {
    const { specResolvedSubtree, parameterWithMeta } = system.specSelectors;
    if (specResolvedSubtree(['paths', path, method]) === undefined) return undefined;
    return parameterWithMeta([path, method], name, place)?.toJS().value;
  }

  function fillParameters(system, paths, path, method, operation) {
    for (const { name, in: place, schema } of operation.parameters ?? []) {
      if (place !== 'path' || schema?.enum !== undefined) continue;
      const id = last(kindOfParameter(paths, path, name));
      const value = enteredValue(system, path, method, name, place);
      const isTyped = value !== undefined && value !== '' && !filled.has(value);
      if (isTyped || value === id || (id === undefined && !value)) continue;
      if (id !== undefined) filled.add(id);
      system.specActions.changeParam([path, method], name, place, id ?? '', false);
    }
  }

  function fill(system, { path, method, operation }) {
    fillParameters(system, contentsOf(system).paths, path, method, operation);
    fillBody(system, path, method, operation);
  }

  /** Remembers which operations are open. Only those are filled in; others are when they are opened. */
  function noteShown(system, operationId, isShown) {
    const found = contentsOf(system).byId.get(operationId);
    if (found === undefined) return;
    if (isShown) {
      shown.add(found);
      fill(system, found);
    } else {
      shown.delete(found);
    }
  }

  /** Uses the key of an organization that was just created, unless a person has entered another one. */
  function authorize(system, key) {
    const isEntered = system.authSelectors.authorized()?.has(KEY_SCHEME) && !keyIsOurs;
    if (typeof key !== 'string' || isEntered) return;
    keyIsOurs = true;
    window.ui.preauthorizeApiKey(KEY_SCHEME, key);
  }

  function parsed(answer) {
    try {
      return typeof answer.text === 'string' && answer.text !== '' ? JSON.parse(answer.text) : null;
    } catch {
      return null; // not every answer is JSON
    }
  }

  function learn(system, path, method, answer) {
    if (answer.error || !(answer.status >= 200 && answer.status < 300)) return;
    const { paths } = contentsOf(system);
    const operation = paths[path]?.[method];
    if (method === 'delete') {
      const [name] = /(?<=\{)[^}]+(?=\}$)/.exec(path) ?? [];
      if (name !== undefined) {
        const kind = kindOfParameter(paths, path, name);
        forget(kind, decodeURIComponent(new URL(answer.url).pathname.split('/').at(-1)));
      }
    } else {
      const body = parsed(answer);
      rememberAnswer(operation, body);
      if (operation?.operationId === 'createOrganization') authorize(system, body?.api_key?.raw_key);
    }
    for (const it of shown) fill(system, it);
  }

  window.RememberedObjects = () => ({
    statePlugins: {
      spec: {
        wrapActions: {
          setResponse: (original, system) => (path, method, answer) => {
            const result = original(path, method, answer);
            learn(system, path, method, answer);
            return result;
          },
        },
      },
      oas3: {
        wrapActions: {
          // Swagger UI puts the example into the body whenever it opens an operation.
          setRequestBodyValue: (original, system) => (change) => {
            const [path, method] = change.pathMethod;
            const operation = contentsOf(system).paths[path]?.[method];
            return original({ ...change, value: filledBody(operation, change.value) });
          },
        },
      },
      layout: {
        wrapActions: {
          show:
            (original, system) =>
            (place, isShown = true) => {
              const result = original(place, isShown);
              const [kind, , operationId] = [place].flat();
              if (kind === 'operations' && place.length === 3) noteShown(system, operationId, isShown);
              return result;
            },
        },
      },
    },
  });
})();
