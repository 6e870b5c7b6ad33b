import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Child, stopChildren } from '../lib/child.mjs';
import { number, print, Targets } from '../lib/figures.mjs';
import { Server } from '../lib/postgres.mjs';
import { measureLatency } from './latency.mjs';
import { prepareTemplate } from './template.mjs';
import { measureThroughput } from './throughput.mjs';
import { measureWithHistory } from './with-history.mjs';

/** Runs all parts; answers the exit code. */
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
    await measureThroughput(context);
    await measureLatency(context);
    await measureWithHistory(context);
  } finally {
    await stopChildren();
    await server.stop();
  }
  const met = targets.report();
  print('');
  return met ? 0 : 1;
}

/** Figures compare within one run on one machine; a busy machine shows in all of them. */
function describeMachine() {
  const [load] = loadavg();
  const cores = availableParallelism();
  print(
    `${cores} x ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}, load average ${number(load, 1)} at the start`,
  );
  if (load > cores / 4)
    print('The machine is busy with something else: expect worse figures and a wider spread.');
}

/** The server is a process group of its own: neither Ctrl-C nor the end of this process would end it. */
function stopOnSignals(server) {
  const stop = async (code) => {
    await stopChildren();
    await server.stop();
    process.exit(code);
  };
  process.once('SIGINT', () => stop(130));
  process.once('SIGTERM', () => stop(143));
  process.once('uncaughtException', (error) => {
    process.stderr.write(`${error.stack}\n`);
    void stop(1);
  });
}
