import type { IncomingMessage, Server } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { RequestError } from '../errors/app-error';
import { toProblem } from '../errors/problem';
import { sendProblem } from '../errors/problem.filter';
import { requestIdOf } from './request-context';

/** The limit that docs/api.md promises: 1 MiB. */
export const MAX_BODY_BYTES = 1024 * 1024;

export function tooLarge(): RequestError {
  return new RequestError('payload_too_large', 'The body is larger than 1 MiB.');
}

/** For the log and the metrics only: the client has disconnected. */
export function cutShort(): RequestError {
  return new RequestError('malformed_json', 'The request could not be read.');
}

/** Returns false without Content-Length; then the received bytes must be counted. */
export function declaresTooMuch({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES;
}

/**
 * Refuses a body as soon as it exceeds the limit. The parser would first read the body to its end, which may never
 * come. Node discards the rest of the body until the request times out.
 */
export function limitBody(request: Request, response: Response, next: NextFunction): void {
  const refuse = (): void => {
    // A client that waits for "100 Continue" may send no body at all, so the connection cannot be reused.
    if (request.headers.expect !== undefined) response.setHeader('Connection', 'close');
    sendProblem(response, toProblem(tooLarge(), requestIdOf(request)));
  };
  if (declaresTooMuch(request)) {
    refuse();
    return;
  }
  let size = 0;
  const count = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES || response.headersSent) return;
    request.off('data', count);
    refuse();
  };
  if (request.headers['transfer-encoding'] !== undefined) request.on('data', count);
  next();
}

/** Does not send 100 Continue for a body that will be refused. Ignores expectations that Node does not know. */
export function answerExpectations(server: Server): void {
  server.on('checkContinue', (request, response) => {
    if (!declaresTooMuch(request)) response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}
