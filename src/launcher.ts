const LOOK_MS = 500;
/** Read at load time: later the parent may be gone. */
const LAUNCHER = process.ppid;

/**
 * Calls back when `npm start`, which started this process, has ended: npm sends SIGTERM to the shell that runs the
 * script, and the shell does not forward it. A process that was started otherwise may be detached on purpose and is not
 * watched.
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
