/** Metadata keys that the decorators of @nestjs/swagger set; the package does not export them. */
const PROPERTIES = 'swagger/apiModelPropertiesArray';
const PROPERTY = 'swagger/apiModelProperties';

type Class = abstract new (...args: never[]) => object;

/** A field as the decorators store it, or an inline schema. */
interface Schema {
  type?: unknown;
  isArray?: unknown;
  format?: unknown;
  enum?: unknown;
  const?: unknown;
  example?: unknown;
  examples?: unknown;
  default?: unknown;
  nullable?: unknown;
  minimum?: unknown;
  minLength?: unknown;
  maxLength?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00.000Z',
  email: 'name@example.com',
  uri: 'https://example.com',
  uuid: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
};
const TEXT = 'text';

/**
 * Returns an example object of a class that documents its fields with ApiProperty, AnswerField or a field decorator:
 * the `example` or `default` of each field; otherwise a value of its type, enum or format. Nested classes and lists
 * get examples in the same way. Fields of base classes are included, in the order of their declaration.
 */
export function exampleOf(payload: Class): Record<string, unknown> {
  return exampleOfClass(payload, []);
}

/** @param outer the classes that contain this one, so that recursive classes end */
function exampleOfClass(payload: Class, outer: readonly Class[]): Record<string, unknown> {
  const prototype = payload.prototype as object;
  const names = (Reflect.getMetadata(PROPERTIES, prototype) ?? []) as string[];
  const example: Record<string, unknown> = {};
  for (const name of names.map((it) => it.slice(1))) {
    const field = Reflect.getMetadata(PROPERTY, prototype, name) as Schema;
    const value = exampleOfField(field, [...outer, payload]);
    if (value !== undefined) example[name] = value;
  }
  return example;
}

function exampleOfField(field: Schema, outer: readonly Class[]): unknown {
  const given = givenExample(field);
  const type = resolved(field.type);
  const isList = field.isArray === true || Array.isArray(type);
  if (!isList) return given === undefined ? exampleOfType(field, type, outer) : given;
  if (given !== undefined) return Array.isArray(given) || given === null ? given : [given];
  const entryType: unknown = Array.isArray(type) ? (type as unknown[])[0] : type;
  // Swagger stores a list of enum values as the type `array` with `items`, and keeps `isArray`.
  if (entryType === 'array') return exampleOfType(field, entryType, outer);
  return listOf(exampleOfType(field, entryType, outer));
}

/** Copies the example: callers change the object, and the decorators keep theirs. */
function givenExample({ example, examples, default: byDefault, const: constant }: Schema): unknown {
  if (example !== undefined) return structuredClone(example);
  const given: unknown[] = typeof examples === 'object' ? Object.values(examples ?? {}) : [];
  return structuredClone(given[0] ?? byDefault ?? constant);
}

function exampleOfType(field: Schema, type: unknown, outer: readonly Class[]): unknown {
  const choices: readonly unknown[] = Array.isArray(field.enum) ? field.enum : [];
  if (choices.length > 0) return choices[0];
  const alternative = field.oneOf?.[0] ?? field.anyOf?.[0];
  if (alternative !== undefined) return exampleOfField(alternative, outer);
  switch (type) {
    case String:
    case 'string':
      return exampleText(field);
    case Date:
      return FORMATS['date-time'];
    case Number:
    case 'number':
    case 'integer':
      return field.minimum ?? 1;
    case Boolean:
    case 'boolean':
      return false;
    case Array:
    case 'array':
      return listOf(field.items === undefined ? undefined : exampleOfField(field.items, outer));
    case Object:
    case 'object':
    case undefined:
      return exampleOfInlineObject(field, outer);
    default:
      return typeof type === 'function' ? exampleOfNested(field, type as Class, outer) : undefined;
  }
}

function exampleText({ format, minLength, maxLength }: Schema): string {
  const text = FORMATS[String(format)] ?? TEXT;
  const atLeast = typeof minLength === 'number' ? text.padEnd(minLength, TEXT) : text;
  return typeof maxLength === 'number' ? atLeast.slice(0, maxLength) : atLeast;
}

function exampleOfInlineObject({ properties = {}, allOf = [] }: Schema, outer: readonly Class[]): object {
  const parts = allOf.map((it) => exampleOfField(it, outer) as object);
  const fields = Object.entries(properties).map(([name, it]) => [name, exampleOfField(it, outer)] as const);
  return Object.assign({}, ...parts, Object.fromEntries(fields)) as object;
}

function exampleOfNested(field: Schema, type: Class, outer: readonly Class[]): unknown {
  if (!outer.includes(type)) return exampleOfClass(type, outer);
  return field.nullable === true ? null : undefined;
}

const listOf = (entry: unknown): unknown[] => (entry === undefined ? [] : [entry]);

/** Returns the type that a lazy type (`() => Class`, `() => [Class]`) stands for. */
function resolved(type: unknown): unknown {
  const isLazy = typeof type === 'function' && type.prototype === undefined;
  return isLazy ? resolved((type as () => unknown)()) : type;
}
