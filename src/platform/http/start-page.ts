import type { NextFunction, Request, Response } from 'express';

/**
 * Redirects browsers from / to Swagger UI. API clients, which send a key or accept only JSON, get 404. The redirect is
 * temporary, because browsers would keep a permanent one when / leads elsewhere in a later version.
 */
export function redirectToDocs(request: Request, response: Response, next: NextFunction): void {
  const isApiClient = request.headers.authorization !== undefined || request.accepts('html') === false;
  if (isApiClient) next();
  else response.redirect(302, '/docs');
}
