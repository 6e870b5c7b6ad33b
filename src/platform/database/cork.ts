import type { PoolClient } from 'pg';

/** What is given in one turn of the event loop goes out in one piece: each piece wakes a server process. */
export function corkUntilEndOfTurn(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } })
    .connection;
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
}
