import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import parseUrl from 'parseurl';
import { RequestError } from '../errors/app-error';
import { PROBLEM_JSON, toProblem } from '../errors/problem';
import { logger } from '../observability/logger';
import { newId } from '../domain/id';
import { fixedSecurityHeaders } from './security-headers';

/** Problems by the error codes of Node's HTTP parser and timers. For any other code, the request is not HTTP. */
const REASONS: Readonly<Record<string, RequestError>> = {
  HPE_HEADER_OVERFLOW: new RequestError('headers_too_large', 'The headers are larger than 16 KiB.'),
  ERR_HTTP_REQUEST_TIMEOUT: new RequestError('request_timeout', 'The request did not arrive in time.'),
};
const FIXED_HEADERS = fixedSecurityHeaders();
const NOT_HTTP = new RequestError('malformed_request', 'The request is not valid HTTP/1.1.');

/**
 * Routes requests whose target Express cannot parse, such as `GET http://[`, through middleware and routes; Express
 * would respond with its own page. Replaces the target with a path that does not exist, so that the response is 404.
 */
export function readAnyTarget(server: Server): void {
  server.prependListener('request', (request) => {
    if (!isReadable(request)) request.url = `/${encodeURIComponent(request.url ?? '')}`;
  });
}

/** Uses the same parser as Express, which caches the result on the request. */
function isReadable(request: IncomingMessage): boolean {
  try {
    return typeof parseUrl(request)?.pathname === 'string';
  } catch {
    return false;
  }
}

/**
 * Responds with a problem (docs/api.md) to requests that Node could not parse, and closes the connection. No middleware
 * sees these requests, and Node itself would send a bare status line.
 */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    respondWithProblem(socket, REASONS[error.code ?? ''] ?? NOT_HTTP, error.message, newId());
  });
}

/** Writes a problem to a connection whose request has no response object, and closes the connection. */
export function respondWithProblem(
  socket: Duplex,
  error: RequestError,
  reason: string,
  requestId: string,
): void {
  const { status, headers, body } = closingProblem(error, reason, requestId);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}

/**
 * Returns the response to a request that no middleware has seen, and logs the request. The response closes the
 * connection.
 * @param reason only for the log
 */
export function closingProblem(
  error: RequestError,
  reason: string,
  requestId: string,
): { status: number; headers: Record<string, string | number>; body: string } {
  const problem = toProblem(error, requestId);
  logger.info({ request_id: requestId, reason }, 'Could not parse a request');
  const body = JSON.stringify(problem);
  const headers = {
    ...FIXED_HEADERS,
    'X-Request-Id': requestId,
    'Content-Type': `${PROBLEM_JSON}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  return { status: problem.status, headers, body };
}
