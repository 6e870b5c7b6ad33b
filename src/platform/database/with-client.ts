import { Client, type ClientConfig } from 'pg';

/** Runs `work` on a connection of its own, and closes the connection. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config);
  client.on('error', () => undefined); // an 'error' event without a listener would end the process
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined); // the result or the failure of `work` counts
  }
}
