import type { Express, Request, RequestHandler } from 'express';
import { RequestError } from '../errors/app-error';

/** The fields of an Express router layer that are read here. */
interface RoutingLayer {
  route?: { methods: Record<string, boolean> };
  match(path: string): unknown;
}

/**
 * Returns a handler for requests that no route serves. If the path has routes for other methods, an authenticated
 * caller gets 405 `method_not_allowed` with `Allow`. Unknown paths go to the next handler.
 *
 * @param authenticate rejects without a valid API key, so that 401 takes precedence over 405
 */
export function refuseOtherMethods(
  router: Express['router'],
  authenticate: (request: Request) => Promise<void>,
): RequestHandler {
  const layers = router.stack as unknown as readonly RoutingLayer[];
  return async (request, response, next) => {
    const { method, path } = request;
    const allowed = methodsAt(layers, path);
    // If a route for this method has passed the request on, the path does not exist for it.
    if (allowed.length === 0 || allowed.includes(method)) {
      next();
      return;
    }
    await authenticate(request);
    response.set('Allow', allowed.join(', '));
    throw new RequestError(
      'method_not_allowed',
      `${method} is not supported at this path. Supported: ${allowed.join(', ')}.`,
    );
  };
}

function methodsAt(layers: readonly RoutingLayer[], path: string): string[] {
  const served = layers.flatMap((it) =>
    it.route !== undefined && it.match(path) !== false ? Object.keys(it.route.methods) : [],
  );
  const methods = new Set(served.map((it) => it.toUpperCase()));
  if (methods.has('GET')) methods.add('HEAD'); // Express serves HEAD requests with the GET route
  return [...methods];
}
