import { createHash } from 'node:crypto';
import type { Precondition } from '../database/precondition';
import { PreconditionFailedError, ValidationFailedError } from '../errors/app-error';

const HEADER = 'If-Match';
/** RFC 9110: a list of entity tags, weak ones included, with empty elements. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const TAGS = new RegExp(`^[ \\t,]*${TAG.source}(?:[ \\t]*,[ \\t]*(?:${TAG.source})?)*[ \\t]*$`);
const MAX_LENGTH = 1024;

/** Returns the strong entity tag of a representation (docs/decisions.md#preconditions). */
export const entityTagOf = (json: string): string =>
  `"${createHash('sha256').update(json).digest('base64url')}"`;

/** An If-Match header: `*`, or tags of which one must be that of the object. */
export class IfMatch implements Precondition {
  /** Whether a use case has compared it. */
  wasChecked = false;

  private constructor(private readonly tags: readonly string[] | '*') {}

  /** @throws ValidationFailedError when the header is malformed */
  static parse(header: string): IfMatch {
    const value = header.trim();
    if (value === '*') return new IfMatch('*');
    if (value.length > MAX_LENGTH || !TAGS.test(value)) {
      const message = `${HEADER} must be "*", or the ETag of the object with its quotation marks.`;
      throw ValidationFailedError.of(HEADER, 'invalid_format', message);
    }
    return new IfMatch(value.match(new RegExp(TAG, 'g')) ?? []);
  }

  check(current: object | null): void {
    this.wasChecked = true;
    if (current === null) throw new PreconditionFailedError('The object does not exist.');
    if (this.tags === '*' || this.tags.includes(entityTagOf(JSON.stringify(current)))) return;
    const isWeak = this.tags.every((it) => it.startsWith('W/'));
    throw new PreconditionFailedError(
      isWeak
        ? `A weak ETag never matches: send the ETag without "W/" in ${HEADER}.`
        : `The object has changed since it was read. Read it again, and repeat the change with its new ETag in ${HEADER}.`,
    );
  }
}
