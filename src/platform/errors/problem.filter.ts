import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { logger } from '../observability/logger';
import { authenticationFailures } from '../observability/metrics';
import { UnauthorizedError } from './app-error';
import { requestIdOf } from '../http/request-context';
import { UnreadableSecretError } from '../secrets/secret-box';
import { PROBLEM_JSON, toProblem, type Problem } from './problem';
import { unlessRelayed } from './relayed-problem';

/** Seconds after which a caller should retry after a 503. */
const RETRY_AFTER_SECONDS = '2';

/** Turns every error into a response. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const problem = await problemUnlessRelayed(error, request, response);
    if (problem !== null) sendProblem(response, problem);
  }
}

/** Returns the problem to respond with, and reports it; null if the organization's new cell has responded. */
export async function problemUnlessRelayed(
  error: unknown,
  request: Request & { rawBody?: Buffer },
  response: Response,
): Promise<Problem | null> {
  const requestId = requestIdOf(request);
  const relayed = { http: request, body: request.rawBody, isInflated: true, requestId };
  const problem = await unlessRelayed(toProblem(error, requestId), relayed, response);
  if (problem !== null) reportProblem(error, problem, request);
  return problem;
}

/** Sends the problem. If part of a response was sent already, cuts the connection instead. */
export function sendProblem(response: Response, problem: Problem): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.set(problemHeaders(problem));
  response.status(problem.status).type(PROBLEM_JSON).send(JSON.stringify(problem));
}

/** Returns the headers that an error requires. */
export function problemHeaders({ status, location }: Problem): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' };
  if (location !== undefined) return { Location: location };
  return status === 503 ? { 'Retry-After': RETRY_AFTER_SECONDS } : {};
}

/** Logs an error with a 5xx status, and counts failed authentications. */
export function reportProblem(
  error: unknown,
  problem: Problem,
  request: Pick<Request, 'method' | 'path'>,
): void {
  if (error instanceof UnauthorizedError) authenticationFailures.inc({ credential: error.credential });
  if (problem.status < 500) return;
  const about = { request_id: problem.request_id, method: request.method, path: request.path };
  if (error instanceof UnreadableSecretError)
    logger.error({ ...about, reason: error.message }, 'Responded with 503: a stored secret is unreadable');
  else if (problem.status === 503)
    logger.warn({ ...about, reason: (error as Error).message }, 'Responded with 503');
  else logger.error({ ...about, err: error }, 'Unexpected error');
}
