import { ApiExtension } from '@nestjs/swagger';

/** Extension under which a route names its own 4xx beyond those that every route of its form has. */
export const ERRORS_EXTENSION = 'x-errors';

/** Documents when this route answers 400, 409 or 429, or 401 without an API key, in a sentence each. */
export const ApiErrors = (errors: {
  400?: string;
  401?: string;
  409?: string;
  429?: string;
}): MethodDecorator => ApiExtension(ERRORS_EXTENSION, errors) as MethodDecorator;
