import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Metadata key of `PublicRoute`, which the API key guard and the API description read. */
export const PUBLIC_ROUTE = 'public-route';

/** Marks a route that needs no API key. test/architecture/authentication.spec.ts lists each use with its reason. */
export const PublicRoute = (): CustomDecorator => SetMetadata(PUBLIC_ROUTE, true);
