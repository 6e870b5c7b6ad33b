const LOOK_MS = 500;
/** Read at load time, because the parent may be gone later. */
const LAUNCHER = process.ppid;

/**
 * Calls back when the `npm start` that started this process has ended: npm sends SIGTERM to the shell that runs the
 * script, and the shell does not forward it. Does not watch other parents, because a process may be detached from them
 * on purpose.
 */
export function onLauncherGone(callback: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const timer = setInterval(() => {
    if (process.ppid === LAUNCHER) return;
    clearInterval(timer);
    callback();
  }, LOOK_MS);
  timer.unref();
}
