import type { NextFunction, Request, Response } from 'express';
import type { CallerKey, Transaction } from '../database/caller';
import type { Precondition } from '../database/precondition';
import { newId } from '../domain/id';
import type { ClientAddress } from './client-address';

const SANE = /^[\w.:/=+-]{1,128}$/;

/** Data of a request that is not in its HTTP message. */
export interface RequestContext {
  requestId: string;
  /** Of the client, behind trusted proxies. */
  ipAddress: string | null;
  /** Set by the API key guard. */
  organizationId?: string;
  /** Set with `organizationId`. */
  apiKey?: CallerKey;
  /** Those of the API key. Set with `organizationId`. */
  scopes?: readonly string[];
  /** Below /dashboard/api the token of the session, empty without one; nothing else authenticates such a request. */
  sessionToken?: string;
  /** Whether a page sent it by itself, without anybody who uses it: it does not prolong the session. */
  isBackground?: boolean;
  /** Set by the guard of the admin token. */
  isAdmin?: boolean;
  /** Set while a handler runs in the transaction of an Idempotency-Key. */
  tx?: Transaction;
  /** The If-Match of a PUT. */
  precondition?: Precondition;
}

const contexts = new WeakMap<Request, RequestContext>();

/** Returns the caller's id if it is well-formed, else a new one. */
export function chooseRequestId(given: unknown): string {
  return typeof given === 'string' && SANE.test(given) ? given : newId();
}

/** Returns the first middleware: it assigns the request id, and returns it as X-Request-Id. */
export function requestContext(addresses: ClientAddress) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const requestId = chooseRequestId(request.headers['x-request-id']);
    contexts.set(request, { requestId, ipAddress: addresses.of(request) });
    response.setHeader('X-Request-Id', requestId);
    next();
  };
}

/** Returns the context of a request that passed the middleware. */
export function contextOf(request: Request): RequestContext {
  let context = contexts.get(request);
  if (context === undefined) {
    context = { requestId: newId(), ipAddress: null };
    contexts.set(request, context);
  }
  return context;
}

/** Returns the id that the log and the response of the request show. */
export function requestIdOf(request: Request): string {
  return contextOf(request).requestId;
}
