// graphile-worker as the sender: one job is one delivery.
import { Logger, run } from 'graphile-worker';
import pg from 'pg';
import calls from '../../lib/calls.cjs';
import { deliver } from './records.mjs';
import { createSender } from './sender.mjs';

const [databaseUrl, url, secret, options] = process.argv.slice(2);
/** `tuned`: the fastest options found for this benchmark. `default`: `run()` without options. */
const { concurrency, connections } = JSON.parse(options);
const pgPool = new pg.Pool({ connectionString: databaseUrl, max: connections ?? 10 });
pgPool.on('error', () => undefined);
const context = { sender: createSender(url, secret), pool: pgPool };
let runner;

calls.answer({
  start: async () => {
    runner = await run({
      pgPool,
      ...(concurrency === undefined ? {} : { concurrency }),
      noHandleSignals: true,
      logger: new Logger(() => () => undefined),
      taskList: { deliver: (job, helpers) => deliver(job, helpers.job.attempts, context) },
    });
  },
  stop: () => runner.stop(),
});
