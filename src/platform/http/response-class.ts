/** Metadata keys that the decorators of @nestjs/swagger set; the package does not export them. */
const RESPONSES = 'swagger/apiResponse';
const PROPERTY = 'swagger/apiModelProperties';

type Class = abstract new (...args: never[]) => object;

/** Returns the class of the 2xx response that the handler documents; null if it documents none. */
export function responseClassOf(handler: object): Class | null {
  const responses = (Reflect.getMetadata(RESPONSES, handler) ?? {}) as Record<string, { type?: unknown }>;
  const [status] = Object.keys(responses).filter((it) => it.startsWith('2'));
  return status === undefined ? null : asClass(responses[status]?.type);
}

/**
 * Returns whether the class documents the field at the path, descending into nested classes.
 * @param path e.g. `['charges', '0', 'id']`
 */
export function hasField(resource: Class, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const property = Reflect.getMetadata(PROPERTY, resource.prototype as object, name) as
    | { type?: unknown }
    | undefined;
  if (property === undefined) return false;
  const inner = asClass(property.type);
  const within = /^\d+$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
  return within.length === 0 || (inner !== null && hasField(inner, within));
}

/** Resolves a type as Swagger stores it: a class, a list of one class, or a function that returns either. */
function asClass(type: unknown): Class | null {
  const value: unknown = Array.isArray(type) ? (type as unknown[])[0] : type;
  if (typeof value !== 'function') return null;
  return value.prototype === undefined ? asClass((value as () => unknown)()) : (value as Class);
}
