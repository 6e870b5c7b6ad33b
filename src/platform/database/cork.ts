import type { PoolClient } from 'pg';

/** Sends all statements of the current event-loop turn in one packet, because every packet wakes the server process. */
export function corkUntilEndOfTurn(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } })
    .connection;
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
}
