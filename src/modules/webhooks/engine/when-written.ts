import type { Writable } from 'node:stream';

/**
 * Calls back once, when the kernel has taken over what was written to the stream, so that it arrives also when this
 * process is killed; with the answer at the latest, and never after the answer has failed. That is at once for all but
 * the longest statements, over TLS at the end of this turn of the event loop.
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
