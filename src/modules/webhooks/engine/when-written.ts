import type { Writable } from 'node:stream';

/**
 * Calls `callback` once the kernel has accepted all data written to the stream; from then on, the data is sent even
 * if this process is killed. `answer` is the result of the statement: if it resolves first, the callback runs then;
 * if it rejects first, the callback never runs. It runs at most once. For all but the longest statements it runs
 * synchronously; over TLS, at the end of the event-loop turn.
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
