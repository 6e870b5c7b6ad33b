import { UNTAGGED_EXTENSION } from '../http/untagged';

/** An operation as far as its entity tag is concerned. */
interface Operation {
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string }[];
  responses: Record<string, { headers?: object; content?: Record<string, { schema?: object }> }>;
  [UNTAGGED_EXTENSION]?: boolean;
  'x-reveals-secret'?: boolean;
}

const ETAG = {
  description: 'Strong entity tag of the object, for If-Match of its PUT',
  schema: { type: 'string' },
};
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'Changes the object only if it still has this ETag (`*`: if it exists); otherwise 412 `precondition_failed`, and nothing is changed',
  schema: { type: 'string', maxLength: 1024 },
};

/** Returns whether the operation accepts If-Match (docs/decisions.md#preconditions). */
export const takesIfMatch = (method: string, operation: Operation): boolean =>
  method === 'put' && isTagged(operation);

/** Adds the ETag of single objects, and If-Match of PUT. */
export function addEntityTag(method: string, operation: Operation): void {
  const success = operation.responses['200'];
  if (takesIfMatch(method, operation)) {
    operation.parameters = [...(operation.parameters ?? []), IF_MATCH];
  }
  if (success !== undefined && ['get', 'put'].includes(method) && isTagged(operation) && isObject(success)) {
    success.headers = { ...success.headers, ETag: ETAG };
  }
  Reflect.deleteProperty(operation, UNTAGGED_EXTENSION);
}

function isTagged(operation: Operation): boolean {
  const secured = operation.security?.some((it) => 'bearer' in it) ?? false;
  return secured && operation[UNTAGGED_EXTENSION] !== true && operation['x-reveals-secret'] !== true;
}

function isObject({ content }: Operation['responses'][string]): boolean {
  const schema = content?.['application/json']?.schema;
  return schema !== undefined && '$ref' in schema;
}
