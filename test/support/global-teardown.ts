import { rmSync } from 'node:fs';

export default async function globalTeardown(): Promise<void> {
  const server = globalThis.testServer;
  if (server === undefined) return;
  await server.stop('immediate');
  rmSync(server.home, { recursive: true, force: true });
}
