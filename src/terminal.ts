import { isatty } from 'node:tty';

/** Read when this file is loaded, because a terminal that has been closed is none. */
const HAS_TERMINAL = [0, 1, 2].some((descriptor) => isatty(descriptor));

/**
 * Ends the process for the reason for which it has stopped. After its terminal has been closed, that is the signal again:
 * `process.exit()` would reset the terminal first, and hang or crash because it is gone.
 */
export function endProcess(code: number, reason: string): void {
  if (reason !== 'SIGHUP' || !HAS_TERMINAL) process.exit(code);
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
