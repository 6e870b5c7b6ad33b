import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const HOST = '127.0.0.1';

/**
 * Ports below the range from which systems choose the local ports of outgoing connections. Within that range, another
 * connection could take the port while the server restarts, and a retrying client could even connect to itself.
 */
const LOWEST = 21_000;
const HIGHEST = 32_000;
const RELEASE_LIMIT_MS = 10_000;

/** Returns the port in the file if it is free. Otherwise chooses a free port and writes it to the file. */
export async function choosePort(portFile: string): Promise<number> {
  const known = Number(await readFile(portFile, 'utf8').catch(() => ''));
  if (Number.isInteger(known) && known > 0 && known < 65536 && (await isFree(known))) return known;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (!(await isFree(port))) continue;
    await writeFile(portFile, `${port}\n`);
    return port;
  }
  throw new Error(`No free port on ${HOST} between ${LOWEST} and ${HIGHEST}`);
}

/** Waits until the port of a server that has just ended is free, for at most 10 s. */
export async function awaitFree(port: number): Promise<void> {
  const deadline = Date.now() + RELEASE_LIMIT_MS;
  while (!(await isFree(port)) && Date.now() < deadline) await sleep(50);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: HOST, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
