// The bare loop: signs ready bytes and POSTs them, nothing else. Nothing is read, kept or recorded.
import calls from '../../lib/calls.cjs';
import { makeBody } from '../bodies.mjs';
import { IN_FLIGHT } from '../settings.mjs';
import { createSender } from './sender.mjs';

const [url, secret] = process.argv.slice(2);
const sender = createSender(url);
let bodies = [];

async function lane() {
  for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
    const { status } = await sender.send(body, secret);
    if (status !== 200) throw new Error(`The receiver answered ${status}`);
  }
}

calls.answer({
  prepare: (n) => {
    bodies = Array.from({ length: n }, (_, i) => Buffer.from(makeBody(i).payload));
  },
  deliver: async () => {
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  },
});
