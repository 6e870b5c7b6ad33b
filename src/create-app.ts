import type { Server } from 'node:http';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import { AppModule } from './app.module';
import { RequestAuthentication } from './modules/api-keys';
import { serveDashboard } from './modules/dashboard';
import { RawIngestion } from './modules/usage';
import { toProblem } from './platform/errors/problem';
import { sendProblem } from './platform/errors/problem.filter';
import { accessLog } from './platform/http/access-log';
import { refuseAmbiguous } from './platform/http/ambiguous-requests';
import { answerExpectations } from './platform/http/body-limit';
import { HttpAdapter } from './platform/http/http-adapter';
import { jsonBody } from './platform/http/json-body';
import { mountRawRoute } from './platform/http/raw-route';
import { requestContext, requestIdOf } from './platform/http/request-context';
import { requestDeadline } from './platform/http/request-deadline';
import { securityHeaders } from './platform/http/security-headers';
import { redirectToStartPage } from './platform/http/start-page';
import { answerUnreadable, readAnyTarget } from './platform/http/unreadable-requests';
import { workerRoutes } from './platform/http/worker-routes';
import { NestLogger } from './platform/observability/logger';
import { DOCUMENT_PATH, serveOpenApi } from './platform/openapi/openapi';
import type { Runtime } from './platform/platform.module';

/** Maximum time to receive the request headers, in milliseconds. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Creates the application with its middleware. The caller must call `listen`.
 *
 * @param added modules besides those of `src/app.module.ts`
 */
export async function createApp(
  runtime: Runtime,
  added: readonly Type[] = [],
): Promise<INestApplication<Server>> {
  const adapter = new HttpAdapter((request) => app.get(RequestAuthentication).authenticate(request));
  const app: NestExpressApplication = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(runtime, added),
    adapter,
    { logger: new NestLogger(), bodyParser: false, abortOnError: false },
  );
  app.disable('x-powered-by');
  app.disable('etag'); // otherwise Express would hash every response for an ETag that clients do not expect
  app.use(requestContext, accessLog, securityHeaders, ignoreConditions);
  if (runtime.config.role === 'worker') app.use(workerRoutes);
  if (runtime.config.dashboard) serveDashboard(app);
  app.use(...jsonBody(), answerEarlyError, requestDeadline(runtime.config.database.timeoutMs));
  if (runtime.config.role !== 'worker') {
    serveOpenApi(app);
    adapter
      .getInstance<Express>()
      .get('/', redirectToStartPage(runtime.config.dashboard ? '/dashboard' : '/docs'));
  }

  const server = app.getHttpServer();
  if (runtime.config.role !== 'worker') mountRawRoute(server, app.get(RawIngestion, { strict: false }));
  refuseAmbiguous(server);
  answerUnreadable(server);
  readAnyTarget(server);
  answerExpectations(server);
  server.keepAliveTimeout = runtime.config.http.keepAliveTimeoutMs;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.maxHeadersCount = 0; // Node would ignore header lines after the first 1,000 or so; 16 KiB limit them
  return app;
}

/**
 * Removes If-None-Match: only the API description has an ETag, but Express would return 304 to `If-None-Match: *` for
 * every response.
 */
function ignoreConditions(request: Request, _response: Response, next: NextFunction): void {
  if (request.path !== DOCUMENT_PATH) delete request.headers['if-none-match'];
  next();
}

/**
 * Responds to errors before Nest's routing (oversized body, malformed JSON) in the same format as Nest's error filter.
 */
function answerEarlyError(error: unknown, request: Request, response: Response, _next: NextFunction): void {
  if (response.headersSent) return; // a 413 was sent before the body was read completely
  sendProblem(response, toProblem(error, requestIdOf(request)));
}
