type Schemas = Record<string, object>;

/** Payloads of events that are a schema with a few fields more, by how their names begin. */
const EXTENSION = /^(?:Crossed|Failed)(?=[A-Z])/;

/**
 * Puts `FailedPaymentRequest` behind `PaymentRequest`, which it extends. Payloads that no route returns are otherwise at the
 * end, where gzip no longer sees what they resemble.
 */
export function withPayloadsInPlace<T extends Schemas>(schemas: T): T {
  const names = Object.keys(schemas);
  const extended = (name: string): string => name.replace(EXTENSION, '');
  const moved = names.filter((it) => extended(it) !== it && extended(it) in schemas);
  const sorted = names
    .filter((it) => !moved.includes(it))
    .flatMap((name) => [name, ...moved.filter((it) => extended(it) === name)]);
  return Object.fromEntries(sorted.map((name) => [name, schemas[name]])) as T;
}
