import { logger } from '../observability/logger';
import { isDatabaseUnavailable } from './pg-errors';

/**
 * Logs why background work failed. An outage of the database is a warning of one line, because all background work
 * reports it at once; anything else is an error with its stack.
 *
 * @param about fields of the log line
 */
export function logFailure(error: unknown, about: object, message: string): void {
  if (isDatabaseUnavailable(error)) logger.warn({ ...about, reason: (error as Error).message }, message);
  else logger.error({ ...about, err: error }, message);
}
