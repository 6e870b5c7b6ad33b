import type { RequestHandler } from 'express';
import { Deadline, withDeadlineOfResponse } from '../database/deadline';

/**
 * Starts the deadline of all database work of a request. Belongs after the middleware that reads the body, because a
 * slow client must not use up the time.
 */
export function requestDeadline(timeoutMs: number): RequestHandler {
  return (_request, response, next) => {
    withDeadlineOfResponse(response, new Deadline(timeoutMs), () => {
      next();
    });
  };
}
