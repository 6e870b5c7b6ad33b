import { availableParallelism, cpus, loadavg } from 'node:os';
import { stopChildren } from './child.mjs';
import { number, print } from './figures.mjs';

/** Figures compare within one run on one machine; a busy machine shows in all of them. */
export function describeMachine() {
  const [load] = loadavg();
  const cores = availableParallelism();
  print(
    `${cores} x ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}, load average ${number(load, 1)} at the start`,
  );
  if (load > cores / 4)
    print('The machine is busy with something else: expect worse figures and a wider spread.');
}

/** The server is a process group of its own: neither Ctrl-C nor the end of this process would end it. */
export function stopOnSignals(server) {
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
