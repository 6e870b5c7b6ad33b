// A bare node:http server: JSON.parse, one durable prepared INSERT per request, 201. It does not validate, authenticate
// or aggregate.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { CREATE } from './table.mjs';

const { answer } = createRequire(import.meta.url)('../../lib/calls.cjs');
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

const INSERT = {
  name: 'insert',
  text: `INSERT INTO usage_event (id, transaction_id, code, external_subscription_id, timestamp, properties)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::jsonb[])`,
};

async function store(events) {
  await pool.query({
    ...INSERT,
    values: [
      events.map(() => randomUUID()),
      events.map((it) => it.transaction_id),
      events.map((it) => it.code),
      events.map((it) => it.external_subscription_id),
      events.map((it) => it.timestamp),
      events.map((it) => JSON.stringify(it.properties)),
    ],
  });
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    await store(body.events ?? [body]);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ stored: (body.events ?? [body]).length }));
  });
});

answer({
  async listen() {
    await pool.query(CREATE);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server.address().port;
  },
});
