import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { loggedPath } from '../observability/logged-path';
import { logger } from '../observability/logger';
import { requestIdOf } from '../http/request-context';
import { PreconditionFailedError } from './app-error';
import { PROBLEM_JSON, toProblem, type Problem } from './problem';

/** Value of Retry-After with a 503, in seconds. */
const RETRY_AFTER_SECONDS = '2';

/** Turns every error into an RFC 9457 response, and logs those with a 5xx status. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const problem = toProblem(error, requestIdOf(request));
    if (problem.status >= 500) reportProblem(error, problem, request);
    const response = http.getResponse<Response>();
    if (error instanceof PreconditionFailedError && error.currentTag !== null) {
      response.setHeader('ETag', error.currentTag);
    }
    sendProblem(response, problem);
  }
}

/** Sends the problem. If part of a response has already been sent, closes the connection instead. */
export function sendProblem(response: Response, problem: Problem): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.set(problemHeaders(problem.status));
  response.status(problem.status).type(PROBLEM_JSON).send(JSON.stringify(problem));
}

/** Returns the headers that HTTP requires or recommends with the status. */
export function problemHeaders(status: number): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' };
  return status === 503 ? { 'Retry-After': RETRY_AFTER_SECONDS } : {};
}

/** Logs an unavailable database as a warning, and any other 5xx as an error with its stack. */
export function reportProblem(
  error: unknown,
  problem: Problem,
  request: Pick<Request, 'method' | 'path'>,
): void {
  const about = { request_id: problem.request_id, method: request.method, path: loggedPath(request.path) };
  if (problem.status === 503)
    logger.warn({ ...about, reason: (error as Error).message }, 'Request failed with 503');
  else logger.error({ ...about, err: error }, 'Unexpected error');
}
