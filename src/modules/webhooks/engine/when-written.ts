import type { Writable } from 'node:stream';

/**
 * Calls `callback` once the kernel has accepted all data written to the stream: it then arrives even if this
 * process is killed. Calls it at the latest when `answer` resolves, only once, and never after `answer` has
 * rejected. For all but the longest statements, the callback is immediate; over TLS, it runs at the end of
 * the event-loop turn.
 */
export function whenWritten(stream: Writable, answer: Promise<unknown>, callback: () => void): void {
  if (stream.writableLength === 0) {
    callback();
    return;
  }
  let due = true;
  const report = (): void => {
    if (due) callback();
    due = false;
  };
  setImmediate(() => {
    if (stream.writableLength === 0) report();
  });
  answer.then(report, () => (due = false));
}
