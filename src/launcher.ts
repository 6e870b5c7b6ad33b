const LOOK_MS = 500;
/** As this file is loaded: later it may be gone. */
const LAUNCHER = process.ppid;

/**
 * Calls back when the process was started by `npm start` and that has ended: npm hands a SIGTERM to the shell in
 * which it runs the script, and the shell ends without passing it on. A process that was started in another way is
 * not watched, as it may have been detached on purpose.
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
