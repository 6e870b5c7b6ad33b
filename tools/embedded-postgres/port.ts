import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';

export const HOST = '127.0.0.1';

/** Returns the port that the file names, if it is free, else another one, which the file then names. */
export async function choosePort(portFile: string): Promise<number> {
  const known = Number(await readFile(portFile, 'utf8').catch(() => ''));
  if (Number.isInteger(known) && known > 0 && known < 65536 && (await isFree(known))) return known;
  // Below the ephemeral range: there an outgoing connection could take the port while the server restarts.
  let port = randomInt(21_000, 32_000);
  while (!(await isFree(port))) port = randomInt(21_000, 32_000);
  await writeFile(portFile, `${port}\n`);
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: HOST, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
