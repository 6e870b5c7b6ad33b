import { SetMetadata } from '@nestjs/common';

/** Metadata key read by the interceptor of idempotency keys. */
export const REPEATABLE = 'repeatable';

/**
 * Marks a POST route that waits for another service, and whose repetition answers what the first request made. Under an
 * Idempotency-Key no transaction encloses it (docs/decisions.md#idempotency-keys).
 */
export const Repeatable = (): MethodDecorator => SetMetadata(REPEATABLE, true);
