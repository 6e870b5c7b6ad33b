import { ApiExtension } from '@nestjs/swagger';

/** Extension with the example of the body of a route. */
export const REQUEST_EXAMPLE_EXTENSION = 'x-request-example';

/**
 * Replaces the example of the body of this route, which otherwise consists of the examples of all fields. Whoever runs all
 * operations of the page from top to bottom must get along with it.
 */
export const RequestExample = (example: object): MethodDecorator =>
  ApiExtension(REQUEST_EXAMPLE_EXTENSION, example) as MethodDecorator;
