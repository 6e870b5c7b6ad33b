// The child side of child.mjs: responds to calls over the IPC channel. CommonJS, because --require also loads it into
// processes outside the benchmark, to query their CPU time.
const handlers = {
  /** CPU time that this process has used so far, in microseconds. */
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
};

let ready;
/** Calls may arrive while the script is being loaded. */
const loaded = new Promise((resolve) => (ready = resolve));

process.on('message', async ({ call, name, args }) => {
  try {
    if (!(name in handlers)) await loaded;
    process.send({ call, result: await handlers[name](...args) });
  } catch (error) {
    process.send({ call, error: error.stack });
  }
});
process.on('disconnect', () => process.exit()); // the parent has exited
process.channel?.unref(); // the channel alone must not keep the process running

/** Adds functions that the parent may call. */
exports.answer = (functions) => {
  Object.assign(handlers, functions);
  ready();
  process.channel?.ref();
};
