import { rmSync } from 'node:fs';
import { dropTemplate } from './template-database';

export default async function globalTeardown(): Promise<void> {
  const server = globalThis.testServer;
  if (server === undefined) {
    await dropTemplate(process.env.TEST_SERVER_URL ?? '');
    return;
  }
  await server.stop('immediate');
  rmSync(server.home, { recursive: true, force: true });
}
