import { ApiExtension } from '@nestjs/swagger';

/** OpenAPI extension with the 4xx responses that a route has in addition to those that operations.ts adds. */
export const ERRORS_EXTENSION = 'x-errors';

/** Documents when this route returns 400, 409 or 429, or 401 without an API key, with a phrase for each. */
export const ApiErrors = (errors: {
  400?: string;
  401?: string;
  409?: string;
  429?: string;
}): MethodDecorator => ApiExtension(ERRORS_EXTENSION, errors) as MethodDecorator;
