import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { CallerKey } from '../database/caller';
import { httpDuration } from '../observability/metrics';
import { logger } from '../observability/logger';
import { SeriesByLabels } from '../observability/series';
import { contextOf } from './request-context';

const durations = new SeriesByLabels((...labels) => httpDuration.labels(...labels));

/** Probes come every few seconds; logging the successful ones would bury other lines. */
const PROBE = /^\/(health\/(live|ready)|metrics)\/?$/;

/** Any other method that a client makes up is one series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns the seconds since `startedAt` on the monotonic clock. */
const secondsSince = (startedAt: bigint): number => Number(process.hrtime.bigint() - startedAt) / 1e9;

/** Logs one line per request and observes its duration by route pattern, so that ids do not multiply the series. */
export function accessLog(request: Request, response: Response, next: NextFunction): void {
  const startedAt = process.hrtime.bigint();
  const { method, path } = request; // as sent: requests of the dashboard are led to other routes
  response.once('close', () => {
    recordRequest(response, { ...contextOf(request), method, path, route: routeOf(request), startedAt });
  });
  next();
}

/** A request that has ended. */
interface EndedRequest {
  requestId: string;
  organizationId?: string;
  apiKey?: Pick<CallerKey, 'id' | 'sessionId'>;
  ipAddress: string | null;
  method: string;
  path: string;
  route: string;
  /** On the monotonic clock. */
  startedAt: bigint;
}

/** The status of the response, or `aborted` if the client disconnected before its end. */
type EndedStatus = number | 'aborted';

/** Logs a request and observes its duration. */
export function recordRequest(
  response: Pick<ServerResponse, 'statusCode' | 'writableFinished'>,
  { requestId, organizationId, apiKey, ipAddress, method, path, route, startedAt }: EndedRequest,
): void {
  const seconds = secondsSince(startedAt);
  durations.of(METHODS.has(method) ? method : 'other', route, String(response.statusCode)).observe(seconds);
  const status: EndedStatus = response.writableFinished ? response.statusCode : 'aborted';
  const line = {
    request_id: requestId,
    organization_id: organizationId,
    api_key_id: apiKey?.id,
    session_id: apiKey?.sessionId,
    ip_address: ipAddress,
    method,
    path: loggedPath(path),
    status,
    ms: Math.round(seconds * 1e4) / 10,
  };
  logger[logLevelOf(path, status)](line, 'request');
}

/** Paths whose next part is the token of a link, which is a permission. */
const TOKEN = /^(\/v1\/documents\/|\/pay\/|\/portal\/links\/)[^/]+/i;

/** Returns a path without the token in it. */
export const loggedPath = (path: string): string => path.replace(TOKEN, '$1…');

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
