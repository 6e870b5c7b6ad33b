import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/**
 * Puts a handler before all listeners of the server, which then get only the requests that it leaves.
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
