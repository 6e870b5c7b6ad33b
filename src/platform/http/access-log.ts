import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { httpDuration } from '../observability/metrics';
import { loggedPath } from '../observability/logged-path';
import { logger } from '../observability/logger';
import { SeriesByLabels } from '../observability/series';
import { contextOf } from './request-context';

const durations = new SeriesByLabels((...labels) => httpDuration.labels(...labels));

/** Probes come every few seconds, so successful probes are logged at debug level. */
const PROBE = /^\/(health\/(live|ready)|metrics)\/?$/;

const secondsSince = (startedAt: bigint): number => Number(process.hrtime.bigint() - startedAt) / 1e9;

/**
 * Logs one line per request, and records its duration by route pattern, because IDs in paths would multiply the time
 * series.
 */
export function accessLog(request: Request, response: Response, next: NextFunction): void {
  const startedAt = process.hrtime.bigint();
  response.once('close', () => {
    const { method, path } = request;
    recordRequest(response, { ...contextOf(request), method, path, route: routeOf(request), startedAt });
  });
  next();
}

interface EndedRequest {
  requestId: string;
  organizationId?: string;
  method: string;
  path: string;
  route: string;
  /** From `process.hrtime.bigint()`. */
  startedAt: bigint;
}

/** The status of the response, or `aborted` if the client disconnected before request and response were complete. */
type EndedStatus = number | 'aborted';

type Ended = Pick<ServerResponse, 'req' | 'statusCode' | 'writableFinished'>;

/** Logs a request that has ended, and records its duration. */
export function recordRequest(
  response: Ended,
  { requestId, organizationId, method, path, route, startedAt }: EndedRequest,
): void {
  const seconds = secondsSince(startedAt);
  const status = endedStatusOf(response);
  durations.of(method, route, String(status)).observe(seconds);
  const line = {
    request_id: requestId,
    organization_id: organizationId,
    method,
    path: loggedPath(path),
    status,
    ms: Math.round(seconds * 1e4) / 10,
  };
  logger[logLevelOf(path, status)](line, 'request');
}

/** A response to a request that was cut short counts as written, although its connection is gone. */
function endedStatusOf({ req, statusCode, writableFinished }: Ended): EndedStatus {
  const isCutShort = req.destroyed && !req.complete;
  return writableFinished && !isCutShort ? statusCode : 'aborted';
}

/** Returns `warn` for 5xx, `debug` for successful probes, and otherwise `info`. */
export function logLevelOf(path: string, status: EndedStatus): 'debug' | 'info' | 'warn' {
  if (status === 'aborted') return 'info';
  if (status >= 500) return 'warn';
  return status < 400 && PROBE.test(path) ? 'debug' : 'info';
}

function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}
