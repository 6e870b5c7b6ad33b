import type { IncomingMessage, Server } from 'node:http';
import { RequestError } from '../errors/app-error';
import { interceptRequests } from './intercept';
import { closingProblem, respondWithProblem } from './unreadable-requests';

/** Headers of which a second one would leave open what a proxy in front of the service has read. */
const ONCE = new Set(['host', 'transfer-encoding', 'te']);

const refusal = (message: string): RequestError => new RequestError('malformed_request', message);
const NO_HOST = refusal('The Host header is missing.');
const REPEATED = refusal('Host, Transfer-Encoding and TE can be given only once.');
const UNKNOWN_CODING = refusal('Transfer-Encoding must be "chunked": other codings are not supported.');
const NO_PROXY = refusal('CONNECT is not supported: the service is not a proxy.');

/**
 * Refuses requests that Node accepts although two servers may read them differently, with 400 malformed_request, and
 * responds to CONNECT, which Node would close without a response. The server must not require a Host header itself: its
 * response would be empty.
 */
export function refuseAmbiguous(server: Server): void {
  interceptRequests(server, (request, response) => {
    const error = ambiguityOf(request);
    if (error === null) return false;
    const { status, headers, body } = closingProblem(error, error.message);
    response.writeHead(status, headers).end(body);
    return true;
  });
  server.on('connect', (_request, socket) => {
    respondWithProblem(socket, NO_PROXY, 'CONNECT');
  });
}

/** Returns what is wrong with the headers. Looks at the raw ones: Node drops or joins repeated headers. */
function ambiguityOf({ rawHeaders, headers, httpVersion }: IncomingMessage): RequestError | null {
  let seen = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 4 && name.length !== 2 && name.length !== 17) continue;
    const lower = name.toLowerCase();
    if (!ONCE.has(lower)) continue;
    if (seen.includes(`${lower} `)) return REPEATED;
    seen += `${lower} `;
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') return UNKNOWN_CODING;
  return headers.host === undefined && httpVersion === '1.1' ? NO_HOST : null;
}
