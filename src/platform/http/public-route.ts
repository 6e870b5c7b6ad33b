import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Metadata key that the API key guard and the API description read. */
export const PUBLIC_ROUTE = 'public-route';

/**
 * Marks a route that needs no API key. Each use needs a reason; test/architecture/authentication.spec.ts lists them.
 */
export const PublicRoute = (): CustomDecorator => SetMetadata(PUBLIC_ROUTE, true);
