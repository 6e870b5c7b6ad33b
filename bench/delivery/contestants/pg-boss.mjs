// pg-boss as the sender: fetches and completes jobs in batches; one job is one delivery.
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import calls from '../../lib/calls.cjs';
import { deliver } from './records.mjs';
import { createSender } from './sender.mjs';

const QUEUE = 'deliver';
const IDLE_MS = 5;
const [databaseUrl, url, secret, options] = process.argv.slice(2);
const { batch, fetchers, connections } = JSON.parse(options);
const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
const context = { sender: createSender(url, secret), pool };
const boss = new PgBoss({
  connectionString: databaseUrl,
  max: fetchers * 2,
  supervise: false,
  schedule: false,
});
boss.on('error', (error) => process.stderr.write(`${error.message}\n`));
let running = true;

async function fetcher() {
  while (running) {
    const jobs = await boss.fetch(QUEUE, { batchSize: batch, priority: false, orderByCreatedOn: false });
    if (jobs.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      continue;
    }
    await Promise.all(jobs.map((job) => deliver(job.data, 1, context)));
    await boss.complete(
      QUEUE,
      jobs.map((job) => job.id),
    );
  }
}

calls.answer({
  start: async () => {
    await boss.start();
    for (let i = 0; i < fetchers; i++) void fetcher();
  },
  stop: () => {
    running = false;
  },
});
