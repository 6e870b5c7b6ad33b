import { createHash } from 'node:crypto';
import { writeJson } from '../exact-json';

/** Length of the hash in an ETag: 132 bits in base64url. */
const HASH_LENGTH = 22;

const rowVersions = new WeakMap<object, number>();
const represented = new WeakMap<object, object>();

/**
 * Remembers the version of the row that a response shows, for the ETag. The response itself stays as it is, because it
 * is also the payload of events.
 */
export function versioned<R extends object>({ rowVersion }: { rowVersion: number }, response: R): R {
  rowVersions.set(response, rowVersion);
  return response;
}

/** Gives the response of a PUT the ETag of another representation: that of the GET, if the two differ. */
export function taggedAs<R extends object>(representation: object, response: R): R {
  represented.set(response, representation);
  return response;
}

/**
 * Returns the strong ETag of a response (docs/api.md#versions): the version of its row, if it has one, and a hash of the
 * body. The version tells changes apart that the body does not show; the hash covers what the row does not contain.
 *
 * @param json the body of the response
 */
export function entityTagOf(response: object, json?: string): string {
  const representation = represented.get(response);
  if (representation !== undefined) return entityTagOf(representation);
  const hash = createHash('sha256')
    .update(json ?? writeJson(response))
    .digest('base64url');
  const version = rowVersions.get(response);
  return `"${version === undefined ? '' : `${version}-`}${hash.slice(0, HASH_LENGTH)}"`;
}
