import { SetMetadata } from '@nestjs/common';

/** Key of the metadata that the decorators of @nestjs/swagger leave; the package does not export it. */
const RESPONSES = 'swagger/apiResponse';
const ROW = 'response-row';

export type Class = abstract new (...args: never[]) => object;

/** Names the class of the rows of a list whose documented response does not name it. */
export const ResponseRow = (row: Class): MethodDecorator => SetMetadata(ROW, row);

/** Returns the class of the successful response that the handler documents, of a list that of its rows; null without. */
export function responseClassOf(handler: object): Class | null {
  const row = Reflect.getMetadata(ROW, handler) as Class | undefined;
  if (row !== undefined) return row;
  const responses = (Reflect.getMetadata(RESPONSES, handler) ?? {}) as Record<string, { type?: unknown }>;
  const [status] = Object.keys(responses).filter((it) => it.startsWith('2'));
  return status === undefined ? null : asClass(responses[status]?.type);
}

/** Swagger keeps a class, a list of one class, or a function that returns either. */
export function asClass(type: unknown): Class | null {
  const value: unknown = Array.isArray(type) ? (type as unknown[])[0] : type;
  if (typeof value !== 'function') return null;
  if (value.prototype === undefined) return asClass((value as () => unknown)());
  return value as Class;
}
