// Records the database of the upgrade test (test/e2e/upgrade): node scripts/upgrade/record.mjs <checkout> <folder>.
// <checkout> is a built working tree of the version to upgrade from. Writes the rows of its
// tables to rows.tsv.gz, and to shown.json the amounts that its API returns and the bills that it creates next.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Client } from './client.mjs';
import { tellHistory } from './history.mjs';
import { dump } from './dump.mjs';
import { billsUntil, clientsOf, shownTo } from './shown.mjs';

const [checkout, folder] = process.argv.slice(2).map((it) => resolve(it));
if (folder === undefined) {
  console.error('Usage: node scripts/upgrade/record.mjs <checkout> <folder>');
  process.exit(2);
}
const load = createRequire(join(checkout, 'package.json'));
load('reflect-metadata');

/** A key for this database only: the test needs it to read the sealed secrets. */
const ENCRYPTION_KEY = Buffer.alloc(32, 'upgrade').toString('base64');
/** Far enough that the machine's clock never reaches what is due. */
const BEGIN = '2040-01-10T09:00:00.000Z';
/** Until then, the version bills on after the rows were read. */
const NEXT = '2040-07-02T10:00:00.000Z';

/** Starts the version on a new embedded database, with a test clock; collects the keys with which it is called. */
async function start(dataDir) {
  const { loadConfig } = load('./dist/src/platform/config/config.js');
  const service = await load('./dist/src/start.js').startService(
    loadConfig({
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      PORT: '0',
      DATA_DIR: dataDir,
      ENCRYPTION_KEY,
      TEST_CLOCK: 'on',
    }),
  );
  const keys = new Set();
  service.app.getHttpServer().prependListener('request', ({ headers }) => {
    if (headers.authorization?.startsWith('Bearer ')) keys.add(headers.authorization.slice('Bearer '.length));
  });
  return { database: service.app.get(load('typeorm').DataSource), service, keys };
}

/** A receiver of webhooks that can be out of order. */
async function startReceiver() {
  const receiver = { isDown: false };
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(receiver.isDown ? 503 : 200).end());
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return Object.assign(receiver, { url: `http://127.0.0.1:${server.address().port}/webhooks`, server });
}

/** Leaves deliveries that wait for their first retry. */
async function leavePendingDeliveries(client, receiver) {
  receiver.isDown = true;
  await client.post('/v1/customers', { external_id: 'during_the_outage' });
  for (;;) {
    const [newest] = await client.get('/v1/webhook_endpoints/hooks/list?limit=1');
    if (newest.http_status === 503) return;
    await sleep(50);
  }
}

async function waitForDeliveries(client) {
  while ((await client.get('/v1/webhook_endpoints/hooks/list?status=pending&limit=1')).length > 0)
    await sleep(50);
}

async function record(dataDir) {
  const { database, service, keys } = await start(dataDir);
  const receiver = await startReceiver();
  try {
    const client = new Client(service.url);
    await (await client.organization({ name: 'Clockwork Ltd.' })).moveTo(BEGIN);
    const demo = join(checkout, 'dist/src/commands/demo.js');
    const { stdout } = await promisify(execFile)(process.execPath, [demo, '--url', service.url]);
    console.log(stdout.trim().split('\n').at(-1));
    const { berlin } = await tellHistory(client, receiver.url);
    await waitForDeliveries(berlin);
    await leavePendingDeliveries(berlin, receiver);
    const clients = await clientsOf(service.url, keys);
    const shown = await shownTo(clients);
    const { rows, sequences } = await dump(database);
    receiver.isDown = false;
    const next = await billsUntil(NEXT, clients);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'rows.tsv.gz'), gzipSync(rows, { level: 9 }));
    const about = { encryption_key: ENCRYPTION_KEY, sequences, ...shown, next: { at: NEXT, bills: next } };
    writeFileSync(join(folder, 'shown.json'), `${JSON.stringify(about, null, 1)}\n`);
  } finally {
    receiver.server.close();
    receiver.server.closeAllConnections();
    await service.stop();
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'billing-upgrade-'));
try {
  await record(dataDir);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
