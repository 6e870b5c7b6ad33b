import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { DASHBOARD_API_PATH, DASHBOARD_PATH } from './dashboard-paths';

/** Swagger UI loads all of its scripts from /docs. */
const PAGE_CONTENT = {
  directives: { 'script-src': ["'self'"], 'upgrade-insecure-requests': null },
};

const PAGES = /^\/docs(?:\/|$)/i;

const pageHeaders = helmet({ contentSecurityPolicy: PAGE_CONTENT });

/** The dashboard loads everything from this service, and runs nothing inline (docs/security.md#exposed-routes). */
const DASHBOARD_CONTENT = {
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
};

const dashboardHeaders = helmet({ contentSecurityPolicy: DASHBOARD_CONTENT });

/** For data: the headers that matter if a browser navigates to it or embeds it. */
const dataHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** Responses contain personal data, some of them keys or secrets: no cache may store them. */
const NO_STORE = ['Cache-Control', 'no-store'] as const;

/** Sets the security headers of every response. */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  if (PAGES.test(request.path)) {
    pageHeaders(request, response, next);
    return;
  }
  if (DASHBOARD_PATH.test(request.path) && !DASHBOARD_API_PATH.test(request.path)) {
    dashboardHeaders(request, response, next);
    return;
  }
  response.setHeader(...NO_STORE);
  dataHeaders(request, response, next);
}

/** Returns the headers for data, for responses sent without middleware. They do not depend on the request. */
export function fixedSecurityHeaders(): Record<string, string> {
  const headers: Record<string, string> = { [NO_STORE[0]]: NO_STORE[1] };
  const response = {
    setHeader: (name: string, value: string) => (headers[name] = value),
    removeHeader: (name: string) => Reflect.deleteProperty(headers, name),
  };
  dataHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw new Error('Security headers depend on the request', { cause: error });
  });
  return headers;
}
