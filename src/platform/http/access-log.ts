import type { NextFunction, Request, Response } from 'express';
import { httpDuration } from '../observability/metrics';
import { logger } from '../observability/logger';
import { contextOf } from './request-context';

/** Seconds since `startedAt` of the process's monotonic clock. */
const secondsSince = (startedAt: bigint): number => Number(process.hrtime.bigint() - startedAt) / 1e9;

/** Logs one line per request and measures it, by route pattern, so that ids do not multiply the series. */
export function accessLog(request: Request, response: Response, next: NextFunction): void {
  const startedAt = process.hrtime.bigint();
  response.once('close', () => {
    const seconds = secondsSince(startedAt);
    const route = routeOf(request);
    httpDuration.observe({ method: request.method, route, status: response.statusCode }, seconds);
    const { requestId, organizationId } = contextOf(request);
    const line = {
      request_id: requestId,
      organization_id: organizationId,
      method: request.method,
      path: request.path,
      status: response.writableFinished ? response.statusCode : 'aborted',
      ms: Math.round(seconds * 1e4) / 10,
    };
    if (response.statusCode >= 500) logger.warn(line, 'request');
    else logger.info(line, 'request');
  });
  next();
}

function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}
