import type { NextFunction, Request, Response } from 'express';
import { newId } from '../domain/id';

const SANE = /^[\w.:/=+-]{1,128}$/;

/** What the service knows about a request beyond its HTTP message. */
export interface RequestContext {
  requestId: string;
  /**
   * Authenticates the request by other means than its API key, and sets the organization; rejects if that fails. Set for
   * requests of the dashboard.
   */
  authenticate?: () => Promise<void>;
  /** Set by the API key guard; absent until the guard has run, and on public routes. */
  organizationId?: string;
  /** Set together with the organization. */
  apiKeyId?: string;
}

const contexts = new WeakMap<Request, RequestContext>();

/** Returns the caller's request ID if it is well-formed, otherwise a new one. */
export function chooseRequestId(given: unknown): string {
  return typeof given === 'string' && SANE.test(given) ? given : newId();
}

/** The first middleware: assigns the request ID and returns it as X-Request-Id. */
export function requestContext(request: Request, response: Response, next: NextFunction): void {
  const requestId = chooseRequestId(request.headers['x-request-id']);
  contexts.set(request, { requestId });
  response.setHeader('X-Request-Id', requestId);
  next();
}

/** Returns the context of a request. Creates one with a new request ID if the middleware has not run. */
export function contextOf(request: Request): RequestContext {
  let context = contexts.get(request);
  if (context === undefined) {
    context = { requestId: newId() };
    contexts.set(request, context);
  }
  return context;
}

/** Returns the request ID that logs, X-Request-Id and error responses contain. */
export function requestIdOf(request: Request): string {
  return contextOf(request).requestId;
}
