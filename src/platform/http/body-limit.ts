import type { IncomingMessage, Server } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { RequestError } from '../errors/app-error';
import { toProblem } from '../errors/problem';
import { sendProblem } from '../errors/problem.filter';
import { requestIdOf } from './request-context';

/** 1 MiB (decisions.md, Conventions). */
export const MAX_BODY_BYTES = 1024 * 1024;

/** The error for a body beyond the limit: 413. */
export function tooLarge(): RequestError {
  return new RequestError('payload_too_large', 'The body is larger than 1 MiB.');
}

/** Whether the headers tell that the body is too large. */
export function declaresTooMuch({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES;
}

/**
 * Refuses a body that is too large as soon as that is known; the parser would read it to its end first, which may
 * never come. What still arrives is dropped by node, for as long as a request may take.
 */
export function limitBody(request: Request, response: Response, next: NextFunction): void {
  const refuse = (): void => {
    // A client that waits for "100 Continue" may send no body at all: the connection has no use any more.
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

/** Asks for no body that will be refused; an expectation that node does not know is passed over. */
export function answerExpectations(server: Server): void {
  server.on('checkContinue', (request, response) => {
    if (!declaresTooMuch(request)) response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}
