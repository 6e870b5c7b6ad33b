import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { interceptRequests } from './intercept-requests';

/** A route that bypasses Express and Nest, for a path with thousands of requests per second. */
export interface RawRoute {
  matches(request: IncomingMessage): boolean;
  /** Responds to a request for which `matches` returned true. Must not throw. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Serves the raw routes of modules. Each of them also exists as a controller, which documents it and handles the
 * requests that the raw route does not match; both must give the same responses.
 */
@Injectable()
export class RawRoutes {
  private readonly routes: RawRoute[] = [];

  register(route: RawRoute): void {
    this.routes.push(route);
  }

  /** Puts the routes before the existing request listeners of the server. */
  mount(server: Server): void {
    interceptRequests(server, (request, response) => {
      const route = this.routes.find((it) => it.matches(request));
      route?.handle(request, response);
      return route !== undefined;
    });
  }
}
