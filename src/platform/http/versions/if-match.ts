import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { PreconditionFailedError, ValidationFailedError } from '../../errors/app-error';
import { entityTagOf } from './entity-tag';
import { NO_PRECONDITION, type Precondition } from './precondition';

/** The next ETag of a list (RFC 9110). Quotes are its only delimiters: an ETag may contain commas. */
const NEXT_TAG = /[\t ]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")?[\t ]*(?:,|$)/y;

/** Value of the If-Match header of a PUT. */
export class IfMatchValue {
  /** @param tags the ETags; `*` for any version; null without the header */
  constructor(readonly tags: readonly string[] | '*' | null) {}

  /** Returns the condition that the use case checks. @param toResponse returns the response of the GET */
  on<T>(toResponse: (current: T) => object): Precondition<T> {
    const { tags } = this;
    if (tags === null) return NO_PRECONDITION;
    return {
      assertMet: (current) => {
        const tag = current === null ? null : entityTagOf(toResponse(current));
        const isMet = tag !== null && (tags === '*' || tags.includes(tag));
        if (!isMet) throw new PreconditionFailedError(tag);
      },
    };
  }
}

/**
 * Parses the lines of the header.
 *
 * @throws ValidationFailedError
 */
export function parseIfMatch(lines: readonly string[] | undefined): IfMatchValue {
  if (lines === undefined) return new IfMatchValue(null);
  const text = lines.join(',');
  if (text.trim() === '*') return new IfMatchValue('*');
  const tags: string[] = [];
  NEXT_TAG.lastIndex = 0;
  while (NEXT_TAG.lastIndex < text.length) {
    const match = NEXT_TAG.exec(text);
    if (match === null) throw malformed();
    if (match[1] !== undefined) tags.push(match[1]);
  }
  if (tags.length === 0) throw malformed();
  // A weak ETag never equals the ETag of a response, because that is strong.
  return new IfMatchValue(tags);
}

function malformed(): ValidationFailedError {
  const message =
    'If-Match must be one or more ETags in double quotes, separated by commas, as GET returns them, or *.';
  return ValidationFailedError.of('If-Match', 'invalid_format', message);
}

/** Controller parameter of a PUT: the If-Match header (docs/api.md#versions). */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext) =>
  parseIfMatch(context.switchToHttp().getRequest<Request>().headersDistinct['if-match']),
);
