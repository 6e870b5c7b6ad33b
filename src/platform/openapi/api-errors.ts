import { ApiExtension } from '@nestjs/swagger';

/** OpenAPI extension with the 4xx responses that a route has in addition to those that operations.ts adds. */
export const ERRORS_EXTENSION = 'x-errors';

/** Documents the additional 400, 401, 409 and 429 responses of a route, with a phrase for each. */
export const ApiErrors = (errors: {
  400?: string;
  401?: string;
  409?: string;
  429?: string;
}): MethodDecorator => ApiExtension(ERRORS_EXTENSION, errors) as MethodDecorator;
