import { ApiExtension } from '@nestjs/swagger';

/** OpenAPI extension with the 4xx responses that a route has in addition to those that operations.ts adds. */
export const ERRORS_EXTENSION = 'x-errors';

/** Documents the additional responses of a route, or replaces the phrase of one, with a phrase for each. */
export const ApiErrors = (errors: {
  400?: string;
  401?: string;
  404?: string;
  409?: string;
  410?: string;
  429?: string;
  503?: string;
}): MethodDecorator => ApiExtension(ERRORS_EXTENSION, errors) as MethodDecorator;
