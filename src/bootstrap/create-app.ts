import type { Server } from 'node:http';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { AppModule } from '../app.module';
import { API_GROUPS } from './api-groups';
import { serveDashboard } from './dashboard';
import type { Config } from '../platform/config/config';
import { toProblem } from '../platform/errors/problem';
import { sendProblem } from '../platform/errors/problem.filter';
import { refuseAmbiguous } from '../platform/http/ambiguous-requests';
import { accessLog } from '../platform/http/access-log';
import { handleExpectations } from '../platform/http/body-limit';
import { ClientAddress } from '../platform/http/client-address';
import { jsonBody } from '../platform/http/json-body';
import { RawRoutes } from '../platform/http/raw-routes';
import { requestContext, requestIdOf } from '../platform/http/request-context';
import { securityHeaders } from '../platform/http/security-headers';
import { respondToUnreadable, readAnyTarget } from '../platform/http/unreadable-requests';
import { workerRoutes } from '../platform/http/worker-routes';
import { NestLogger } from '../platform/observability/logger';
import { serveDocumentation, serveSignpost } from '../platform/openapi/documentation';
import { EventExamples } from '../platform/openapi/event-examples';
import { buildOpenApi } from '../platform/openapi/openapi';
import type { Runtime } from '../platform/platform.module';
import { HttpAdapter } from './http-server';

/**
 * Creates the application with its middleware, without listening.
 *
 * @param modules additional modules, of tests
 */
export async function createApp(
  runtime: Runtime,
  modules: readonly Type[] = [],
): Promise<INestApplication<Server>> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(runtime, modules),
    new HttpAdapter(runtime.config.http),
    { logger: new NestLogger(), bodyParser: false, abortOnError: false },
  );
  app.disable('x-powered-by');
  app.disable('etag'); // every response would be hashed for a 304 that clients do not expect
  app.use(requestContext(app.get(ClientAddress)), accessLog, securityHeaders);
  const description = once(() => buildOpenApi(app, API_GROUPS));
  app.get(EventExamples).readFrom(description);
  if (runtime.config.role === 'worker') app.use(workerRoutes);
  else servePages(app, runtime.config, description);
  app.use(ignoreConditions);
  app.use(...jsonBody(), respondToEarlyError);
  const server = app.getHttpServer();
  if (runtime.config.role !== 'worker') app.get(RawRoutes).mount(server);
  refuseAmbiguous(server);
  respondToUnreadable(server);
  readAnyTarget(server);
  handleExpectations(server);
  return app;
}

/** The dashboard comes first: / leads to it where it is served. */
function servePages(app: NestExpressApplication, config: Config, description: () => OpenAPIObject): void {
  serveDashboard(app, config);
  if (config.docs) serveDocumentation(app, description());
  else serveSignpost(app);
}

/** Returns a function that builds a value when it is first called, and keeps it. */
function once<T>(build: () => T): () => T {
  let built: { value: T } | undefined;
  return () => (built ??= { value: build() }).value;
}

/** Removes If-None-Match: responses of the API have no ETag, but Express would return 304 to `If-None-Match: *`. */
function ignoreConditions(request: Request, _response: Response, next: NextFunction): void {
  delete request.headers['if-none-match'];
  next();
}

/** Responds to errors before Nest's routing, such as malformed JSON, with the same problem format. */
function respondToEarlyError(
  error: unknown,
  request: Request,
  response: Response,
  _next: NextFunction,
): void {
  if (response.headersSent) return; // limitBody has already refused the body
  sendProblem(response, toProblem(error, requestIdOf(request)));
}
