// The child's side of child.mjs: answers calls that arrive over the IPC channel. CommonJS, because it is also loaded
// with --require into processes that know nothing of the benchmark, to ask them for their CPU time.
const { PerformanceObserver } = require('node:perf_hooks');

/** Turns of the event loop and pauses of garbage collection while they are watched; null: they are not. */
let watched = null;

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A turn counts as long as it had the processor: a busy machine would otherwise show as holds. */
function watchTurns(into, from = performance.now(), cpu = cpuMs()) {
  setImmediate(() => {
    if (watched !== into) return;
    const [to, cpuNow] = [performance.now(), cpuMs()];
    into.turns.push({ from, to, ms: Math.min(to - from, cpuNow - cpu) });
    watchTurns(into, to, cpuNow);
  });
}

function watchPauses() {
  const pauses = [];
  const note = (entries) => pauses.push(...entries.map((it) => ({ at: it.startTime, ms: it.duration })));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  return {
    end: () => {
      note(observer.takeRecords());
      observer.disconnect();
      return pauses;
    },
  };
}

const sum = (values) => values.reduce((total, it) => total + it, 0);

const handlers = {
  /** CPU time of this process so far, in microseconds. */
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  /** Begins to watch for how long the event loop is held. */
  watchEventLoop: () => {
    watched = { turns: [], pauses: watchPauses() };
    watchTurns(watched);
  },
  /** Ends it; answers the longest turn without garbage collection and the longest pause of that, in milliseconds. */
  longestHold: () => {
    const { turns, pauses: observed } = watched;
    watched = null;
    const pauses = observed.end();
    const within = ({ from, to }) =>
      sum(pauses.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms));
    return {
      turn: Math.max(0, ...turns.filter(({ ms }) => ms > 1).map((it) => it.ms - within(it))),
      pause: Math.max(0, ...pauses.map(({ ms }) => ms)),
    };
  },
};

let ready;
/** Calls may arrive while the script is still being loaded. */
const loaded = new Promise((resolve) => (ready = resolve));

process.on('message', async ({ call, name, args }) => {
  try {
    if (!(name in handlers)) await loaded;
    process.send({ call, result: await handlers[name](...args) });
  } catch (error) {
    process.send({ call, error: error.stack });
  }
});
process.on('disconnect', () => process.exit()); // the parent is gone
process.channel?.unref(); // the process ends when its own work does

/** Adds functions that the parent may call. */
exports.answer = (functions) => {
  Object.assign(handlers, functions);
  ready();
  process.channel?.ref();
};
