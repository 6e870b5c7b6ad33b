import { rmSync } from 'node:fs';

export default async function globalTeardown(): Promise<void> {
  const server = globalThis.testServer;
  if (server === undefined) return;
  await server.stop('immediate');
  rmSync(server.dataDir, { recursive: true, force: true });
}
