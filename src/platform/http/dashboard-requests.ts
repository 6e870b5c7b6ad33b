import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { RequestError, UnauthorizedError, type AppError } from '../errors/app-error';
import { toProblem } from '../errors/problem';
import { reportProblem, sendProblem } from '../errors/problem.filter';
import { DASHBOARD_API_PATH, DASHBOARD_PATH, TO_PUBLISHED } from './dashboard-paths';
import { contextOf, requestIdOf } from './request-context';
import { sessionTokenOf } from './session-cookie';

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const REQUESTED_WITH = 'dashboard';
/** Header of reads that a page repeats by itself while nobody uses it. */
const BACKGROUND = 'x-background';

/**
 * Returns the middleware of `/dashboard/api` (docs/security.md#sessions-of-the-dashboard): it checks where a write comes
 * from, takes the session from the cookie, and leads `/dashboard/api/v1/...` to the published route `/v1/...`, so that
 * handlers, scopes, audit log and limits are the same. Nowhere else is a cookie read.
 *
 * @param publicUrl the address by which browsers reach the service, for proxies that change the Host header
 */
export function dashboardRequests(publicUrl: string | null): RequestHandler {
  const origin = publicUrl === null ? null : new URL(publicUrl).origin;
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!DASHBOARD_API_PATH.test(request.path)) {
      next();
      return;
    }
    const refusal = refusalOf(request, origin);
    if (refusal !== null) {
      const problem = toProblem(refusal, requestIdOf(request));
      reportProblem(refusal, problem, request);
      sendProblem(response, problem);
      return;
    }
    const isBackground = request.headers[BACKGROUND] !== undefined && READING_METHODS.has(request.method);
    Object.assign(contextOf(request), { sessionToken: sessionTokenOf(request), isBackground });
    request.url = request.url.replace(TO_PUBLISHED, '');
    next();
  };
}

/** Returns a middleware that hides the dashboard. */
export function withoutDashboard(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!DASHBOARD_PATH.test(request.path)) {
      next();
      return;
    }
    const error = new RequestError('not_found', 'The dashboard is switched off (DASHBOARD=off).');
    sendProblem(response, toProblem(error, requestIdOf(request)));
  };
}

/** Returns why a request is refused: two ways to authenticate it, or a write that no page of this service has sent. */
function refusalOf(
  request: Pick<Request, 'method' | 'headers'>,
  publicOrigin: string | null,
): AppError | null {
  const { method, headers } = request;
  if (headers.authorization !== undefined) {
    return new UnauthorizedError(
      'Below /dashboard/api only the session counts. Send an API key to /v1, without /dashboard/api.',
      'session',
    );
  }
  if (READING_METHODS.has(method)) return null;
  const isOwn = headers['x-requested-with'] === REQUESTED_WITH && isFromOwnPage(headers, publicOrigin);
  if (isOwn) return null;
  return new RequestError(
    'malformed_request',
    'Only the pages of the dashboard may send this request: with "X-Requested-With: dashboard", from the same origin.',
  );
}

/** Whether the browser names a page of this service as the sender. One of the two headers must be there. */
export function isFromOwnPage(
  { origin, host, 'sec-fetch-site': site }: Request['headers'],
  publicOrigin: string | null,
): boolean {
  if (origin === undefined) return site === 'same-origin';
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}
