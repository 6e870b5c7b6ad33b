import type { INestApplication } from '@nestjs/common';
import type { Express } from 'express';
import { dashboardApi } from './dashboard-api';
import { servePages } from './dashboard-pages';
import { SessionsService } from './sessions.service';

/** Serves the pages at /dashboard, and the API for their sessions at /dashboard/api. Call it before adding body parsers. */
export function serveDashboard(app: INestApplication): void {
  const routes = app.getHttpAdapter().getInstance() as Express;
  routes.use(dashboardApi(() => app.get(SessionsService, { strict: false })));
  servePages(routes);
}
