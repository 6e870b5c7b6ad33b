// The receiver, a separate process: returns 200 immediately and counts the requests. Requests to the slow path take a
// second and are not counted.
import { createServer } from 'node:http';
import calls from '../lib/calls.cjs';
import { wallClock } from '../lib/wall-clock.mjs';
import { SLOW_PATH } from './settings.mjs';

const SLOW_MS = 1000;
let count = 0;
let bytes = 0;
let waiting = [];
/** Arrival times by object ID; null unless latency is being measured. */
let arrivals = null;

const server = createServer((request, response) => {
  if (request.url.endsWith(SLOW_PATH)) {
    request.resume().on('end', () => setTimeout(() => response.end('ok'), SLOW_MS));
    return;
  }
  const at = arrivals === null ? 0 : wallClock();
  const chunks = [];
  request.on('data', (chunk) => {
    bytes += chunk.length;
    if (arrivals !== null) chunks.push(chunk);
  });
  request.on('end', () => {
    response.end('ok');
    count++;
    if (arrivals !== null) arrivals.set(JSON.parse(Buffer.concat(chunks).toString()).object_id, at);
    if (waiting.length > 0) tell();
  });
});
server.keepAliveTimeout = 60_000;

function tell() {
  for (const it of waiting.filter((it) => it.reached())) it.resolve();
  waiting = waiting.filter((it) => !it.reached());
}

function until(reached) {
  return new Promise((resolve) => {
    waiting.push({ reached, resolve });
    tell();
  });
}

calls.answer({
  listen: () => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port))),
  reset: () => {
    count = 0;
    bytes = 0;
  },
  reached: async (n) => {
    await until(() => count >= n);
  },
  counts: () => ({ count, bytes }),
  keepArrivals: (on) => {
    arrivals = on ? new Map() : null;
  },
  arrival: async (objectId) => {
    await until(() => arrivals.has(objectId));
    return arrivals.get(objectId);
  },
});
