import { ApiExtension } from '@nestjs/swagger';

/** OpenAPI extension that `PrefillWith` writes; page/browser/prefill.mjs reads it. */
export const PREFILL_EXTENSION = 'x-prefill-with';

/**
 * Names field values of the records that an operation accepts, such as `{ status: ['draft'] }`. Swagger UI fills in the ID
 * of the last record with these values, in the path and in the body. If there is none, it fills in the ID of the last record.
 */
export const PrefillWith = (values: Readonly<Record<string, readonly string[]>>): MethodDecorator =>
  ApiExtension(PREFILL_EXTENSION, values) as MethodDecorator;
