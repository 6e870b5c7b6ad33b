import type { RequestHandler } from 'express';

/**
 * Redirects browsers from / to a page. API clients, which send a key or accept only JSON, get 404. The redirect is
 * temporary, because browsers would keep a permanent one when / leads elsewhere after a change of the configuration.
 */
export function redirectToStartPage(page: string): RequestHandler {
  return (request, response, next) => {
    const isApiClient = request.headers.authorization !== undefined || request.accepts('html') === false;
    if (isApiClient) next();
    else response.redirect(302, page);
  };
}
