import { readFileSync } from 'node:fs';
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

/** Ticks of all processors so far: those that the host of a virtual machine took away, and all. Null where nobody tells. */
function ticks() {
  try {
    // user nice system idle iowait irq softirq steal (proc(5))
    const [, ...counts] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/).map(Number);
    return { stolen: counts[7], all: counts.slice(0, 8).reduce((sum, it) => sum + it, 0) };
  } catch {
    return null;
  }
}

const before = ticks();

/** What the host kept for itself since the start: the part of a spread that no measured program makes. */
export function describeSteal() {
  const now = ticks();
  if (before === null || now === null) return;
  const share = (100 * (now.stolen - before.stolen)) / (now.all - before.all);
  print(`\nThe host took ${number(share, 1)} % of the processors' time away while this ran (steal).`);
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
