import type { PoolClient } from 'pg';

/** Sends the statements of one event-loop turn in one packet, because each packet wakes a server process. */
export function corkUntilEndOfTurn(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } })
    .connection;
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
}
