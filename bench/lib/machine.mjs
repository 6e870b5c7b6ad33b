import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { stopChildren } from './child.mjs';
import { number, print } from './figures.mjs';

/** Prints the processors, Node version and load. Results are comparable only within one run on one machine. */
export function describeMachine() {
  const [load] = loadavg();
  const cores = availableParallelism();
  print(
    `${cores} x ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}, load average ${number(load, 1)} at the start`,
  );
  if (load > cores / 4) print('The machine is busy: expect worse results and a wider spread.');
}

/**
 * Returns the CPU ticks since boot, summed over all processors: the ticks stolen by the host of a virtual machine, and
 * the total. Null if the system does not report them.
 */
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

/**
 * Prints the share of CPU time that the host has stolen during the run. Steal explains variation that no measured
 * program causes.
 */
export function describeSteal() {
  const now = ticks();
  if (before === null || now === null) return;
  const share = (100 * (now.stolen - before.stolen)) / (now.all - before.all);
  print(`\nThe host took ${number(share, 1)} % of the CPU time during the run (steal).`);
}

/**
 * Stops the PostgreSQL server on signals: it has its own process group, so neither Ctrl-C nor the end of this process
 * would stop it.
 */
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
