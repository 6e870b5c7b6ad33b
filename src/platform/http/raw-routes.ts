import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { interceptRequests } from './intercept-requests';

/** A route that is served before Express and Nest: for a path whose requests come by the thousands a second. */
export interface RawRoute {
  matches(request: IncomingMessage): boolean;
  /** Answers every request that matches; never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Routes that modules serve past the framework. Each of them exists as a controller too, which describes it and
 * takes what the raw route leaves; both must answer alike.
 */
@Injectable()
export class RawRoutes {
  private readonly routes: RawRoute[] = [];

  register(route: RawRoute): void {
    this.routes.push(route);
  }

  /** Puts the routes in front of what the server does with a request. */
  mount(server: Server): void {
    interceptRequests(server, (request, response) => {
      const route = this.routes.find((it) => it.matches(request));
      route?.handle(request, response);
      return route !== undefined;
    });
  }
}
