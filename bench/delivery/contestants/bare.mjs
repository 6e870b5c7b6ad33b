// The bare loop: signs prepared bytes and POSTs them. It reads, stores and records nothing.
import { randomUUID } from 'node:crypto';
import calls from '../../lib/calls.cjs';
import { makeBody } from '../bodies.mjs';
import { IN_FLIGHT } from '../settings.mjs';
import { createMinimalSender, createSender } from './sender.mjs';

const [url, secret, request] = process.argv.slice(2);
const sender = request === 'minimal' ? createMinimalSender(url, secret) : createSender(url, secret);
let deliveries = [];

async function sendAll() {
  for (let it = deliveries.pop(); it !== undefined; it = deliveries.pop()) {
    const { status } = await sender.send(it.id, it.body);
    if (status !== 200) throw new Error(`The receiver returned ${status}`);
  }
}

calls.answer({
  prepare: (n) => {
    deliveries = Array.from({ length: n }, (_, i) => ({
      id: randomUUID(),
      body: Buffer.from(makeBody(i).payload),
    }));
  },
  deliver: async () => {
    await Promise.all(Array.from({ length: IN_FLIGHT }, sendAll));
  },
});
