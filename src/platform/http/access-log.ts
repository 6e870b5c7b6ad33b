import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { httpDuration } from '../observability/metrics';
import { logger } from '../observability/logger';
import { SeriesByLabels } from '../observability/series';
import { contextOf } from './request-context';

const durations = new SeriesByLabels((...labels) => httpDuration.labels(...labels));

/** Probes come every few seconds; logging successful probes would bury other lines. */
const PROBE = /^\/(health\/(live|ready)|metrics)\/?$/;

/** Returns the seconds since `startedAt` on the monotonic clock. */
const secondsSince = (startedAt: bigint): number => Number(process.hrtime.bigint() - startedAt) / 1e9;

/**
 * Logs one line per request and observes its duration by route pattern, so that IDs do not multiply the time series.
 */
export function accessLog(request: Request, response: Response, next: NextFunction): void {
  const startedAt = process.hrtime.bigint();
  response.once('close', () => {
    const { method, path } = request;
    recordRequest(response, { ...contextOf(request), method, path, route: routeOf(request), startedAt });
  });
  next();
}

/** A request that has ended. */
interface EndedRequest {
  requestId: string;
  organizationId?: string;
  method: string;
  path: string;
  route: string;
  /** On the monotonic clock. */
  startedAt: bigint;
}

/** The status of the response, or `aborted` if the client disconnected before the response was complete. */
type EndedStatus = number | 'aborted';

/** Logs a request and observes its duration. */
export function recordRequest(
  response: Pick<ServerResponse, 'statusCode' | 'writableFinished'>,
  { requestId, organizationId, method, path, route, startedAt }: EndedRequest,
): void {
  const seconds = secondsSince(startedAt);
  durations.of(method, route, String(response.statusCode)).observe(seconds);
  const status: EndedStatus = response.writableFinished ? response.statusCode : 'aborted';
  const line = {
    request_id: requestId,
    organization_id: organizationId,
    method,
    path,
    status,
    ms: Math.round(seconds * 1e4) / 10,
  };
  logger[logLevelOf(path, status)](line, 'request');
}

/** Returns the log level for a request. */
export function logLevelOf(path: string, status: EndedStatus): 'debug' | 'info' | 'warn' {
  if (status === 'aborted') return 'info';
  if (status >= 500) return 'warn';
  return status < 400 && PROBE.test(path) ? 'debug' : 'info';
}

function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}
