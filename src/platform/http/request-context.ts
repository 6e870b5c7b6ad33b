import type { NextFunction, Request, Response } from 'express';
import { newId } from '../domain/id';

const SANE = /^[\w.:/=+-]{1,128}$/;

/** What the service knows about a request beyond what HTTP carries. */
export interface RequestContext {
  requestId: string;
  /** Set by the API key guard. */
  organizationId?: string;
}

const contexts = new WeakMap<Request, RequestContext>();

/** The caller's id if it is sane, else ours. */
export function chooseRequestId(given: unknown): string {
  return typeof given === 'string' && SANE.test(given) ? given : newId();
}

/** First middleware: takes the caller's X-Request-Id if it is sane, else makes one, and answers with it. */
export function requestContext(request: Request, response: Response, next: NextFunction): void {
  const requestId = chooseRequestId(request.headers['x-request-id']);
  contexts.set(request, { requestId });
  response.setHeader('X-Request-Id', requestId);
  next();
}

/** The context of a request that went through the middleware. */
export function contextOf(request: Request): RequestContext {
  let context = contexts.get(request);
  if (context === undefined) {
    context = { requestId: newId() };
    contexts.set(request, context);
  }
  return context;
}

/** The id under which this request is logged and answered. */
export function requestIdOf(request: Request): string {
  return contextOf(request).requestId;
}
