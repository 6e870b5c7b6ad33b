import type { NextFunction, Request, Response } from 'express';
import { sendProblem } from '../errors/problem.filter';
import { toProblem } from '../errors/problem';
import { RequestError } from '../errors/app-error';
import { requestIdOf } from './request-context';

/** Lets a worker serve only health checks and metrics; all other paths return 404. */
export function workerRoutes(request: Request, response: Response, next: NextFunction): void {
  if (/^\/(?:health\/|metrics$)/.test(request.path)) {
    next();
    return;
  }
  const refusal = new RequestError(
    'not_found',
    'This process is a worker and does not serve the API. Send the request to a process with ROLE=api or ROLE=all.',
  );
  sendProblem(response, toProblem(refusal, requestIdOf(request)));
}
