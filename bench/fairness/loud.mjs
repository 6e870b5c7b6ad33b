// A process of its own, because reading large responses would delay the measured requests of the other organization.
import { createRequire } from 'node:module';
import { Pool } from 'undici';

const { answer } = createRequire(import.meta.url)('../lib/calls.cjs');

let load = null;

async function send(pool, { path, key, counts, signal }) {
  while (!signal.aborted) {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${key}` },
    });
    await body.dump({ limit: Infinity });
    const isServed = statusCode === 200;
    counts[isServed ? 'served' : 'refused']++;
  }
}

answer({
  start({ url, path, key, inFlight }) {
    const pool = new Pool(url, { connections: inFlight, pipelining: 1 });
    const end = new AbortController();
    const counts = { served: 0, refused: 0 };
    const options = { path, key, counts, signal: end.signal };
    const done = Promise.all(Array.from({ length: inFlight }, () => send(pool, options)));
    done.catch((error) => {
      process.stderr.write(`${error.stack}\n`);
      process.exit(1);
    });
    load = { pool, end, counts, done };
  },
  counts: () => ({ ...load.counts }),
  async stop() {
    load.end.abort();
    await load.done;
    await load.pool.close();
  },
});
