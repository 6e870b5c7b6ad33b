import type { Writable } from 'node:stream';

/**
 * Calls back once, when the kernel has accepted the data written to the stream, so that it arrives even if this process
 * is killed. Calls back with the response at the latest, and never after a failure. The callback is immediate for all
 * but the longest statements; over TLS it comes at the end of the event-loop turn.
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
