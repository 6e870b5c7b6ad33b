/** ETags of records that the service returned, for as long as the caller keeps the record. */
const versions = new WeakMap<object, string>();

/** Remembers the ETag with which a record arrived. */
export function rememberVersion(record: unknown, headers: Headers): void {
  const tag = headers.get('etag');
  if (tag !== null && typeof record === 'object' && record !== null) versions.set(record, tag);
}

/**
 * Returns the version (ETag) of a record as this object was received, to pass as `ifMatch` when you update it; undefined
 * for a copy, and for a record that has no version.
 */
export function versionOf(record: object): string | undefined {
  return versions.get(record);
}
