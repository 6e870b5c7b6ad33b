import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { interceptRequests } from './intercept-requests';

/**
 * Serves a path with thousands of requests per second without Express and Nest. The path also has a controller, which
 * documents it and handles the requests that the raw route does not match; both must give the same responses.
 */
export interface RawRoute {
  matches(request: IncomingMessage): boolean;
  /** Responds to a request for which `matches` returned true. Must not throw. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** Puts the route before the existing request listeners of the server. */
export function mountRawRoute(server: Server, route: RawRoute): void {
  interceptRequests(server, (request, response) => {
    const isMatch = route.matches(request);
    if (isMatch) route.handle(request, response);
    return isMatch;
  });
}
