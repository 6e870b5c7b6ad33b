import type { Express, RequestHandler } from 'express';
import { RequestError } from '../errors/app-error';
import { toProblem } from '../errors/problem';
import { sendProblem } from '../errors/problem.filter';
import { requestIdOf } from './request-context';

/** The part of a layer of Express' router that tells which paths and methods it serves. */
interface RoutingLayer {
  route?: { methods: Record<string, boolean> };
  match(path: string): unknown;
}

/**
 * Returns a handler for requests that no route serves: 405 `method_not_allowed` with `Allow` if the path has other methods,
 * 204 with `Allow` to OPTIONS; unknown paths are left to the next handler. Raw routes need nothing of their own, because each
 * has a controller at the same path.
 */
export function respondToOtherMethods(router: Express['router']): RequestHandler {
  const layers = router.stack as unknown as readonly RoutingLayer[];
  return (request, response, next) => {
    const allowed = methodsAt(layers, request.path);
    // A route of this very method has passed the request on: there is nothing at this path.
    const isDeclined = request.method !== 'OPTIONS' && allowed.includes(request.method);
    if (allowed.length === 0 || isDeclined) {
      next();
      return;
    }
    response.set('Allow', allowed.join(', '));
    if (request.method === 'OPTIONS') {
      response.status(204).end();
      return;
    }
    const message = `${request.method} is not supported at this path. Supported: ${allowed.join(', ')}.`;
    const error = new RequestError('method_not_allowed', message);
    sendProblem(response, toProblem(error, requestIdOf(request)));
  };
}

function methodsAt(layers: readonly RoutingLayer[], path: string): string[] {
  const routes = layers.flatMap((it) =>
    it.route !== undefined && it.match(path) !== false ? [it.route] : [],
  );
  const methods = new Set(routes.flatMap((it) => Object.keys(it.methods)).map((it) => it.toUpperCase()));
  if (methods.size === 0) return [];
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'];
}
