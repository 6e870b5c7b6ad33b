const LOOK_MS = 500;
/** Read when this file is loaded, because the parent may end at any time. */
const LAUNCHER = process.ppid;

/**
 * Calls back when the `npm start` that started this process has ended: npm sends SIGTERM to the shell that runs the
 * script, and the shell does not forward it. Ignores other parents, because users may detach a process from them on
 * purpose.
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
