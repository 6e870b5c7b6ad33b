import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Metadata key read by the API key guard and by the API description. */
export const PUBLIC_ROUTE = 'public-route';

/** Marks a route that answers without an API key. Each use needs a reason; a test lists them all. */
export const PublicRoute = (): CustomDecorator => SetMetadata(PUBLIC_ROUTE, true);
