import { fileURLToPath } from 'node:url';
import { Child, stopChildren } from '../lib/child.mjs';
import { print, Targets } from '../lib/figures.mjs';
import { describeMachine, describeSteal, stopOnSignals } from '../lib/machine.mjs';
import { Server } from '../lib/postgres.mjs';
import { measureLatency } from './latency.mjs';
import { prepareTemplate } from './template.mjs';
import { measureThroughput } from './throughput.mjs';
import { measureWithHistory } from './with-history.mjs';
import { measureWithSlowEndpoint } from './with-slow-endpoint.mjs';

/** Runs all parts; returns the exit code. */
export async function main() {
  describeMachine();
  const server = await Server.start();
  stopOnSignals(server);
  const targets = new Targets();
  try {
    const receiver = new Child(fileURLToPath(new URL('./receiver.mjs', import.meta.url)));
    const receiverUrl = `http://127.0.0.1:${await receiver.call('listen')}/hooks`;
    const template = await prepareTemplate(server, receiverUrl);
    const context = { server, receiver, receiverUrl, template, targets };
    await measureLatency(context); // first, while the disk is idle
    await measureThroughput(context);
    await measureWithSlowEndpoint(context);
    await measureWithHistory(context);
  } finally {
    await stopChildren();
    await server.stop();
  }
  const met = targets.report();
  describeSteal();
  print('');
  return met ? 0 : 1;
}
