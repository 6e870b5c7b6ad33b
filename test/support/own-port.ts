import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { choosePort } from '../../tools/embedded-postgres/port';

const taken = new Set<number>();

/**
 * Returns a port for a server that starts later, or starts again: below the ephemeral range, where no connection takes it,
 * and none that was returned before.
 */
export async function ownPort(folder: string): Promise<number> {
  for (;;) {
    const port = await choosePort(join(folder, `${randomUUID()}.port`));
    if (taken.has(port)) continue;
    taken.add(port);
    return port;
  }
}
