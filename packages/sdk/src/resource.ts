import type { Transport } from './transport.js';

/** Options of a single call. */
export interface RequestOptions {
  /** Aborts the call, also while it waits for a retry. */
  signal?: AbortSignal | undefined;
  /** Time limit of each attempt in milliseconds. */
  timeoutMs?: number | undefined;
  /** Number of retries after the first attempt. */
  maxRetries?: number | undefined;
  /** Replaces the generated Idempotency-Key, so that the call can be repeated after a restart of the process. */
  idempotencyKey?: string | undefined;
  /** Refuses the change with status 412 if the record has another version; see `versionOf`. */
  ifMatch?: string | undefined;
}

/** Base class of the generated resources. */
export abstract class Resource {
  constructor(protected readonly transport: Transport) {}
}

/**
 * Builds the path of a request from a template and IDs.
 *
 * @throws TypeError if an ID is empty, or would change the path
 */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return parts.reduce((before, part, index) => `${before}${segment(ids[index - 1])}${part}`);
}

function segment(id: unknown): string {
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..') {
    throw new TypeError(`${typeof id === 'string' ? `"${id}"` : typeof id} is not an ID.`);
  }
  return encodeURIComponent(id);
}
