import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** Metadata key read by the interceptor of idempotency keys. */
export const REVEALS_SECRET = 'reveals-secret';

/**
 * Marks a POST route whose response contains a secret: under an Idempotency-Key, only the API key that made the request
 * gets it again (docs/decisions.md#idempotency-keys).
 */
export const RevealsSecret = (): MethodDecorator =>
  applyDecorators(SetMetadata(REVEALS_SECRET, true), ApiExtension('x-reveals-secret', true));
