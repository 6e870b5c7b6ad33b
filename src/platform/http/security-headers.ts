import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/** Swagger UI runs inline scripts. */
const PAGE_CONTENT = {
  directives: { 'script-src': ["'self'", "'unsafe-inline'"], 'upgrade-insecure-requests': null },
};

const PAGES = /^\/docs(?:\/|$)/i;

const pageHeaders = helmet({ contentSecurityPolicy: PAGE_CONTENT });

/** Data is no page: of the headers, those that matter when a browser is sent to it or embeds it all the same. */
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

/** Answers hold personal data, some of them a key or a secret: no cache on the way keeps them. */
const NOT_KEPT = ['Cache-Control', 'no-store'] as const;

/** Sets the security headers of every answer. */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  if (PAGES.test(request.path)) {
    pageHeaders(request, response, next);
    return;
  }
  response.setHeader(...NOT_KEPT);
  dataHeaders(request, response, next);
}

/** Those of data, for answers that are made without middleware: they depend on nothing in the request. */
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
