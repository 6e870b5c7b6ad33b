import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export const HOST = '127.0.0.1';

/**
 * Below the range from which systems take the local ports of outgoing connections: in it, such a connection could hold
 * our port while the server restarts, and a client retrying there can even end up connected to itself.
 */
const LOWEST = 21_000;
const HIGHEST = 32_000;

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ port, host: HOST, exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isPortFree(port)) {
      return port;
    }
  }
  throw new Error(`No free port on ${HOST} between ${LOWEST} and ${HIGHEST}`);
}
