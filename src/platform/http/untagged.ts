import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** Metadata key read by the interceptor of entity tags. */
export const UNTAGGED = 'untagged';
/** Extension by which the API description learns that an operation has no ETag. */
export const UNTAGGED_EXTENSION = 'x-untagged';

/** Marks a GET or PUT whose response is not an object that one edits: it has no ETag, and If-Match does not apply. */
export const Untagged = (): MethodDecorator =>
  applyDecorators(SetMetadata(UNTAGGED, true), ApiExtension(UNTAGGED_EXTENSION, true));
