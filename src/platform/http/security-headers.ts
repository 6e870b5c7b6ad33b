import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/** Swagger UI needs no inline scripts. The page is also served through HTTP, on localhost. */
const PAGE_CONTENT = { directives: { 'upgrade-insecure-requests': null } };

const PAGES = /^\/docs(?:\/|$)/i;

const pageHeaders = helmet({ contentSecurityPolicy: PAGE_CONTENT });

/** Pages of the dashboard, but not the API below them. */
const DASHBOARD = /^\/dashboard(?!\/api(?:\/|$))(?:\/|$)/i;

/** The dashboard loads only its own files. Its primitives position their elements with inline styles. */
const dashboardHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
});

/** Headers for JSON responses: those that matter if a browser navigates to a response or embeds it. */
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

/** Responses contain personal data, keys or secrets, so no cache may store them. */
const NOT_KEPT = ['Cache-Control', 'no-store'] as const;

/** Sets headers for pages under /docs and /dashboard, and headers for JSON on all other responses. */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  if (PAGES.test(request.path)) {
    pageHeaders(request, response, next);
    return;
  }
  if (DASHBOARD.test(request.path)) {
    dashboardHeaders(request, response, next);
    return;
  }
  response.setHeader(...NOT_KEPT);
  dataHeaders(request, response, next);
}

/** Returns the headers of JSON responses that bypass the middleware. They do not depend on the request. */
export function fixedSecurityHeaders(): Record<string, string> {
  const headers: Record<string, string> = { [NOT_KEPT[0]]: NOT_KEPT[1] };
  const response = {
    setHeader: (name: string, value: string) => (headers[name] = value),
    removeHeader: (name: string) => Reflect.deleteProperty(headers, name),
  };
  dataHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw new Error('Security headers depend on the request', { cause: error });
  });
  return headers;
}
