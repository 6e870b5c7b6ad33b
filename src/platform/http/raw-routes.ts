import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../database/caller';
import { PROBLEM_JSON, toProblem } from '../errors/problem';
import { problemHeaders, reportProblem } from '../errors/problem.filter';
import { unlessRelayed } from '../errors/relayed-problem';
import { Extensions, extensionPoint } from '../extensions';
import { recordRequest } from './access-log';
import { interceptRequests } from './intercept';
import { ClientAddress } from './client-address';
import { readBody } from './read-body';
import { chooseRequestId } from './request-context';
import { fixedSecurityHeaders } from './security-headers';
import { withoutUndefined } from './without-undefined';

/** As Express writes them. */
const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = `${PROBLEM_JSON}; charset=utf-8`;

/** A request to a raw route. */
export interface RawRequest {
  readonly http: IncomingMessage;
  /** Rejects for a body that is too large or breaks off. */
  readonly body: Promise<Buffer>;
  /** Headers of the response, also of an error, in addition to those that every response has. */
  headers: Record<string, string>;
  /** For the access log, once they are known. */
  organizationId?: string;
  apiKey?: Pick<CallerKey, 'id'>;
}

/** A successful response of a raw route. */
export interface RawResponse {
  status: number;
  body: object;
}

/** A route that is served before Express and Nest, for a path with thousands of requests per second. */
export interface RawRoute {
  /** The scope that the API key of a request needs, as `@RequiredScope()` of its controller names it. */
  readonly scope: string;
  /** Returns the path pattern for logs and metrics if this route serves the request; null leaves it to the framework. */
  match(request: IncomingMessage): string | null;
  /** Serves a request. Errors become the same problem responses as those of controllers. */
  serve(request: RawRequest, pattern: string): Promise<RawResponse>;
}

/**
 * Routes that modules serve without the framework (docs/decisions.md#ingestion-path). Each of them has a controller
 * too, which describes it and serves the requests that the raw route leaves.
 */
export const RAW_ROUTES = extensionPoint<RawRoute>('raw routes');

interface SerializedResponse {
  status: number;
  type: string;
  body: string;
}

/** Serves raw routes: request id, body, access log, errors and headers are as in the framework. */
@Injectable()
export class RawRoutes {
  private readonly securityHeaders = fixedSecurityHeaders();

  constructor(
    private readonly extensions: Extensions,
    private readonly addresses: ClientAddress,
  ) {}

  /** Puts the raw routes before the existing listeners of the server. */
  mount(server: Server): void {
    interceptRequests(server, (request, response) => this.serve(request, response));
  }

  /** Serves the request if a raw route matches it; returns whether one does. */
  private serve(http: IncomingMessage, response: ServerResponse): boolean {
    for (const route of this.extensions.of(RAW_ROUTES)) {
      const pattern = route.match(http);
      if (pattern === null) continue;
      this.serveBy(route, pattern, http, response);
      return true;
    }
    return false;
  }

  private serveBy(route: RawRoute, pattern: string, http: IncomingMessage, response: ServerResponse): void {
    const requestId = chooseRequestId(http.headers['x-request-id']);
    const startedAt = process.hrtime.bigint();
    const { method = '', url: path = '' } = http;
    const ipAddress = this.addresses.of(http);
    // The body is read in any case: a connection with half a body on it cannot be reused.
    const request: RawRequest = { http, body: readBody(http), headers: {} };
    request.body.catch(() => undefined); // the route may throw before it awaits the body
    response.once('close', () => {
      const { organizationId, apiKey } = request;
      const caller = withoutUndefined({ organizationId, apiKey });
      recordRequest(response, { requestId, ...caller, ipAddress, method, path, route: pattern, startedAt });
    });
    void this.responseOf(route, pattern, request, { requestId, response }).then((serialized) => {
      if (serialized === null) return;
      this.send(response, { ...request.headers, 'X-Request-Id': requestId }, serialized);
    });
  }

  /** Returns null if the organization's new cell has responded. */
  private async responseOf(
    route: RawRoute,
    pattern: string,
    request: RawRequest,
    { requestId, response }: { requestId: string; response: ServerResponse },
  ): Promise<SerializedResponse | null> {
    try {
      const { status, body } = await route.serve(request, pattern);
      return { status, type: JSON_TYPE, body: JSON.stringify(body) };
    } catch (error) {
      const relayed = { http: request.http, body: request.body, isInflated: false, requestId };
      const problem = await unlessRelayed(toProblem(error, requestId), relayed, response);
      if (problem === null) return null;
      const { method = '', url: path = '' } = request.http;
      reportProblem(error, problem, { method, path });
      request.headers = { ...request.headers, ...problemHeaders(problem) };
      return { status: problem.status, type: PROBLEM_TYPE, body: JSON.stringify(problem) };
    }
  }

  /** Sends nothing to a client that has disconnected. */
  private send(
    response: ServerResponse,
    headers: Record<string, string>,
    { status, type, body }: SerializedResponse,
  ): void {
    if (response.destroyed) return;
    response.writeHead(status, {
      ...this.securityHeaders,
      ...headers,
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  }
}
