import {
  request as requestHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '../observability/logger';

/** Of requests that another cell has sent here: they are not sent on, so that two cells never pass one back and forth. */
const RELAYED = 'x-relayed-by-cell';
/** Headers of one connection, and what changes with the body. */
const OWN_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect'];
const CONNECT_MS = 2000;
/** Longest wait for an answer: longer than a request may take there. */
const ANSWER_MS = 60_000;
/** The other cell begins to serve a moment after this one has stopped. */
const ARRIVING = '"organization_arriving"';
const ARRIVING_TRIES = 30;
const ARRIVING_POLL_MS = 100;

/** A request to send on, whose body has been read. */
export interface RelayedRequest {
  readonly http: IncomingMessage & { originalUrl?: string };
  readonly body: Buffer | undefined | Promise<Buffer>;
  /** Whether the body was decompressed. */
  readonly isInflated: boolean;
  readonly requestId: string;
}

/** The cell could be reached, but has not answered: it may have done what was asked. */
export class RelayError extends Error {}

/**
 * Sends a request of an organization that has moved to its new cell, and returns the answer as it comes, so that none is
 * refused until the proxy knows the new place (docs/scaling.md#moving-an-organization).
 *
 * @param location base URL of the cell
 * @returns false if nothing was sent, because another cell has sent the request here or the cell cannot be reached
 * @throws RelayError
 */
export async function relayToCell(
  location: string,
  request: RelayedRequest,
  response: ServerResponse,
): Promise<boolean> {
  if (request.http.headers[RELAYED] !== undefined || response.headersSent) return false;
  const body = await request.body;
  for (let tries = 1; ; tries++) {
    const answer = await send(location, { ...request, body });
    if (answer === null) return false;
    const early = answer.statusCode === 503 && tries < ARRIVING_TRIES ? await bodyOf(answer) : null;
    if (early?.includes(ARRIVING) === true) {
      await sleep(ARRIVING_POLL_MS);
      continue;
    }
    response.writeHead(answer.statusCode ?? 502, without(answer.headers, OWN_HEADERS));
    if (early === null) await pipeline(answer, response).catch(() => response.destroy());
    else response.end(early);
    return true;
  }
}

/** Returns null if the connection could not be made. */
function send(
  location: string,
  { http, body, isInflated, requestId }: RelayedRequest & { body: Buffer | undefined },
): Promise<IncomingMessage | null> {
  const url = new URL(location);
  const path = url.pathname.replace(/\/$/, '') + (http.originalUrl ?? http.url ?? '/');
  const forwarded = [http.headers['x-forwarded-for'], http.socket.remoteAddress].filter(Boolean).join(', ');
  const headers = {
    ...without(http.headers, [...OWN_HEADERS, ...(isInflated ? ['content-encoding'] : []), 'content-length']),
    ...(body === undefined ? {} : { 'content-length': String(body.length) }),
    'x-forwarded-for': forwarded,
    'x-request-id': requestId,
    [RELAYED]: '1',
  };
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  // A connection for each: one that is kept may be closed by the other cell just as the request goes out.
  const options = { method: http.method, headers, agent: false, servername: url.hostname };
  return new Promise((resolve, reject) => {
    const outgoing = start(new URL(path, url), options, resolve);
    let isConnected = false;
    const patience = setTimeout(() => outgoing.destroy(new Error('no connection in time')), CONNECT_MS);
    outgoing.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true;
        clearTimeout(patience);
        outgoing.setTimeout(ANSWER_MS, () => outgoing.destroy(new Error('no answer in time')));
      });
    });
    outgoing.once('error', (error) => {
      clearTimeout(patience);
      logger.warn(
        { request_id: requestId, reason: error.message },
        'Could not send a request on to its cell',
      );
      if (isConnected) reject(new RelayError(error.message, { cause: error }));
      else resolve(null);
    });
    outgoing.end(body);
  });
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const without = (headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
