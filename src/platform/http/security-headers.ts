import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** Swagger UI runs inline scripts; everything else serves data only. */
const CONTENT_SECURITY = {
  directives: { 'script-src': ["'self'", "'unsafe-inline'"], 'upgrade-insecure-requests': null },
};

/** Sets the security headers of every answer. */
export const securityHeaders = helmet({ contentSecurityPolicy: CONTENT_SECURITY });

/** The same headers, for answers that are made without middleware: they depend on nothing in the request. */
export function fixedSecurityHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => (headers[name] = value),
    removeHeader: (name: string) => Reflect.deleteProperty(headers, name),
  };
  securityHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw new Error('Security headers depend on the request', { cause: error });
  });
  return headers;
}
