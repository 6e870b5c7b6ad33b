import { existsSync } from 'node:fs';
import { join } from 'node:path';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { logger } from '../../platform/observability/logger';

/** Tests run the sources, which are one folder less deep than the built files. */
const BUILT = join(__dirname, __filename.endsWith('.ts') ? '../../../dist/dashboard' : '../../../dashboard');
const PAGE = 'index.html';

/**
 * Serves the built files of the dashboard. Names of assets contain a hash of their content, so browsers keep them; the
 * page names the current assets, so browsers always ask for it. All other paths belong to the router in the page.
 */
export function servePages(routes: Express): void {
  if (!existsSync(join(BUILT, PAGE))) {
    logger.warn('The dashboard is not built, so /dashboard returns 404. Run "npm run build".');
    return;
  }
  routes.use(
    '/dashboard/assets',
    compression(),
    express.static(join(BUILT, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  for (const path of ['/dashboard', '/dashboard/*path']) routes.get(path, sendPage);
}

const sendPage: RequestHandler = (request, response, next) => {
  if (/^\/dashboard\/(?:api|assets)(?:\/|$)/.test(request.path)) next();
  else
    response.sendFile(PAGE, { root: BUILT, cacheControl: false, headers: { 'Cache-Control': 'no-cache' } });
};
