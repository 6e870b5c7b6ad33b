import type { OpenAPIObject } from '@nestjs/swagger';

/** An operation as far as what it shares with others is concerned. */
export interface DocumentedOperation {
  parameters?: object[];
  responses: Record<string, object>;
}

/** Returns the operations of the paths, with their path. */
export function operationsOf({ paths }: OpenAPIObject): { path: string; operation: DocumentedOperation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    operationsIn(item).map((operation) => ({ path, operation })),
  );
}

/** Returns the requests that the service sends, described in the `webhooks` section. */
export function webhooksOf({ webhooks = {} }: OpenAPIObject): DocumentedOperation[] {
  return Object.values(webhooks).flatMap((it) => operationsIn(it));
}

function operationsIn(item: object): DocumentedOperation[] {
  return Object.values(item as Record<string, unknown>).filter(
    (it): it is DocumentedOperation => typeof it === 'object' && it !== null && 'responses' in it,
  );
}

/** Returns the name, with a number behind it if it is taken. */
export function freeName(taken: object, name: string): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}${n}`;
    if (!(candidate in taken)) return candidate;
  }
}
