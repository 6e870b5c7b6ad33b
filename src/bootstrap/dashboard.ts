import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { Express, NextFunction, Request, Response } from 'express';
import type { Config } from '../platform/config/config';
import { CompressedFile } from '../platform/http/compressed-file';
import { DASHBOARD_API_PATH } from '../platform/http/dashboard-paths';
import { dashboardRequests, withoutDashboard } from '../platform/http/dashboard-requests';
import { projectRoot } from './project-root';

const BASE = '/dashboard/';
const INDEX = 'index.html';
/** Names of these files contain a hash of their content. */
const HASHED = 'assets/';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Returns where the pages are built. */
export function builtPages(): string {
  return join(projectRoot(), 'dashboard', 'dist');
}

/**
 * Serves the dashboard: its API, its files, and its page at every other path below /dashboard, where the page itself
 * decides what to show. / leads to it. Without built pages there is only the API.
 *
 * @param folder of the built pages
 */
export function serveDashboard(
  app: INestApplication,
  { dashboard, publicUrl }: Config,
  folder = builtPages(),
): void {
  if (!dashboard) {
    app.use(withoutDashboard());
    return;
  }
  app.use(dashboardRequests(publicUrl));
  const files = filesIn(folder);
  const index = files.get(INDEX);
  if (index === undefined) return;
  const express = app.getHttpAdapter().getInstance() as Express;
  express.get('/dashboard{/*path}', (request: Request, response: Response, next: NextFunction) => {
    if (DASHBOARD_API_PATH.test(request.path)) next();
    else void send(request, response, files, index).catch(next);
  });
  express.get('/', (_request: Request, response: Response) => {
    response.redirect('/dashboard');
  });
}

async function send(
  request: Request,
  response: Response,
  files: ReadonlyMap<string, CompressedFile>,
  index: CompressedFile,
): Promise<void> {
  const name = request.path.slice(BASE.length);
  const file = files.get(name);
  if (file !== undefined && name !== INDEX) {
    await file.send(
      request,
      response,
      name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : undefined,
    );
  } else if (name.startsWith(HASHED)) {
    response.status(404).type('text/plain').send('There is no such file.'); // of an earlier build
  } else {
    await index.send(request, response, 'no-store');
  }
}

/** Reads all files below a folder, by their path with slashes, except hidden ones, which tell how they were built. */
function filesIn(folder: string): Map<string, CompressedFile> {
  const found = existsSync(join(folder, INDEX))
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  const names = found.filter((it) => !it.startsWith('.') && statSync(join(folder, it)).isFile());
  return new Map(
    names.map((it) => {
      const type = TYPES[extname(it)] ?? 'application/octet-stream';
      return [it.split(sep).join('/'), new CompressedFile(type, readFileSync(join(folder, it)))];
    }),
  );
}
