import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** Metadata key read by the API key guard. */
export const REQUIRED_SCOPE = 'required-scope';
/** Extension by which the API description learns the scope of an operation. */
export const SCOPE_EXTENSION = 'x-required-scope';

/**
 * Names the scope that an API key needs for a route, e.g. `@RequiredScope('invoices:read')`. Every route that is not
 * `@PublicRoute()` has one; the module declares its scopes with `defineScopes()`.
 */
export const RequiredScope = (scope: string): MethodDecorator =>
  applyDecorators(SetMetadata(REQUIRED_SCOPE, scope), ApiExtension(SCOPE_EXTENSION, scope));
