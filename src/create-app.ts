import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { AppModule } from './app.module';
import { toProblem } from './platform/errors/problem';
import { sendProblem } from './platform/errors/problem.filter';
import { accessLog } from './platform/http/access-log';
import { answerExpectations } from './platform/http/body-limit';
import { jsonBody } from './platform/http/json-body';
import { RawRoutes } from './platform/http/raw-routes';
import { requestContext, requestIdOf } from './platform/http/request-context';
import { securityHeaders } from './platform/http/security-headers';
import { answerUnreadable, readAnyTarget } from './platform/http/unreadable-requests';
import { workerRoutes } from './platform/http/worker-routes';
import { NestLogger } from './platform/observability/logger';
import { buildOpenApi, serveOpenApi } from './platform/openapi/openapi';
import type { Runtime } from './platform/platform.module';

/** Longest time that a client may take for its headers and for its whole request, in milliseconds. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** Builds the application with everything that a request passes through, without listening. */
export async function createApp(runtime: Runtime): Promise<INestApplication<Server>> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(runtime), {
    logger: new NestLogger(),
    bodyParser: false,
    abortOnError: false,
  });
  app.disable('x-powered-by');
  app.disable('etag'); // records change; hashing each answer for a 304 is work that nobody asked for
  app.use(requestContext, accessLog, securityHeaders, ignoreConditions);
  if (runtime.config.role === 'worker') app.use(workerRoutes);
  app.use(...jsonBody(), answerEarlyError);
  if (runtime.config.role !== 'worker') serveOpenApi(app, buildOpenApi(app));
  const server = app.getHttpServer();
  if (runtime.config.role !== 'worker') app.get(RawRoutes).mount(server);
  answerUnreadable(server);
  readAnyTarget(server);
  answerExpectations(server);
  server.keepAliveTimeout = runtime.config.http.keepAliveTimeoutMs;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  return app;
}

/** No answer has a version, so none is "not modified"; Express takes `If-None-Match: *` for a match all the same. */
function ignoreConditions(request: Request, _response: Response, next: NextFunction): void {
  delete request.headers['if-none-match'];
  next();
}

/** Errors before Nest's routing (body too large, malformed JSON) get the same form of answer. */
function answerEarlyError(error: unknown, request: Request, response: Response, _next: NextFunction): void {
  if (response.headersSent) return; // the body was refused before it was read to its end
  sendProblem(response, toProblem(error, requestIdOf(request)));
}
