import type { IncomingMessage, Server } from 'node:http';
import { newId } from '../domain/id';
import { RequestError } from '../errors/app-error';
import { interceptRequests } from './intercept-requests';
import { chooseRequestId } from './request-context';
import { closingProblem, respondWithProblem } from './unreadable-requests';

const refusal = (message: string): RequestError => new RequestError('malformed_request', message);
const NO_HOST = refusal('The Host header is missing.');
const REPEATED = refusal('Host and Transfer-Encoding must not be repeated.');
const UNKNOWN_CODING = refusal('Transfer-Encoding must be "chunked"; other codings are not supported.');
const NO_PROXY = refusal('CONNECT is not supported: the service is not a proxy.');

/**
 * Refuses requests that Node accepts but a proxy in front of the service may interpret differently, with 400
 * malformed_request. Also refuses CONNECT, which Node would close without a response, and requests without Host, which
 * would get a response without a body from Node.
 */
export function refuseAmbiguous(server: Server): void {
  interceptRequests(server, (request, response) => {
    const error = ambiguityOf(request);
    if (error === null) return false;
    const { status, headers, body } = closingProblem(
      error,
      error.message,
      chooseRequestId(request.headers['x-request-id']),
    );
    response.writeHead(status, headers).end(body);
    return true;
  });
  server.on('connect', (_request, socket) => {
    respondWithProblem(socket, NO_PROXY, NO_PROXY.message, newId());
  });
}

/** Returns the error in the headers, or null. Counts raw headers, because Node drops or joins repeated ones. */
export function ambiguityOf({
  rawHeaders,
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion'>): RequestError | null {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  if (isRepeated(names, 'host') || isRepeated(names, 'transfer-encoding')) return REPEATED;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') return UNKNOWN_CODING;
  return headers.host === undefined && httpVersion === '1.1' ? NO_HOST : null;
}

/** Compares lengths first, because this runs for every request. */
function isRepeated(names: readonly string[], name: string): boolean {
  return names.filter((it) => it.length === name.length && it.toLowerCase() === name).length > 1;
}
