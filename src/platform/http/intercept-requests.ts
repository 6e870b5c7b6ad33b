import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/**
 * Puts a handler before all request listeners of the server. They get only the requests for which it returns false.
 *
 * @param handle returns whether it responds to the request
 */
export function interceptRequests(
  server: Server,
  handle: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (handle(request, response)) return;
    for (const listener of others) listener(request, response);
  });
}
