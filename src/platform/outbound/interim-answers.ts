import type { Socket } from 'node:net';

/** How a `100 Continue` begins; a question mark stands for anything. */
const CONTINUE = Buffer.from('HTTP/1.? 100');
const ANYTHING = '?'.charCodeAt(0);
/** From here on it tells which interim answer it is. */
const CLASS_ENDS = 10;
const PROCESSING = '2'.charCodeAt(0);
const HEAD_ENDS = Buffer.from('\r\n\r\n');

/**
 * Turns each `100 Continue` that is read from a socket into a `102 Processing`.
 *
 * A client has to take interim answers that it did not ask for (RFC 9110, 15.2), and some servers send `100 Continue`
 * whatever they are sent. undici takes all of them but this one, which makes it close the connection. The last digit is
 * changed before undici reads it, in its place, so that nothing is copied or held back.
 */
export class InterimAnswers {
  private phase: 'status' | 'head' | 'final' = 'status';
  /** How much of `CONTINUE`, or of `HEAD_ENDS`, was read. */
  private matched = 0;

  /** Looks at all that is read from the socket from now on. */
  watch(socket: Socket): void {
    const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
    socket.read = (size?: number): Buffer | null => {
      const chunk = read(size);
      if (chunk !== null) this.change(chunk);
      return chunk;
    };
  }

  /** A request goes out: what is read next begins an answer. */
  beginAnswer(): void {
    this.enter('status');
  }

  /** Changes the bytes of an answer, in whatever pieces it comes. */
  change(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && this.phase !== 'final'; at++) {
      if (this.phase === 'status') this.readStatus(chunk, at);
      else this.readHead(chunk[at]);
    }
  }

  private readStatus(chunk: Buffer, at: number): void {
    if (this.matched === 0 && HEAD_ENDS.includes(chunk[at] ?? 0)) return; // blank lines before an answer are passed over
    const expected = CONTINUE[this.matched];
    if (chunk[at] !== expected && expected !== ANYTHING) {
      this.enter(this.matched < CLASS_ENDS ? 'final' : 'head');
      return;
    }
    this.matched += 1;
    if (this.matched < CONTINUE.length) return;
    chunk[at] = PROCESSING;
    this.enter('head');
  }

  private readHead(byte: number | undefined): void {
    if (byte === HEAD_ENDS[this.matched]) this.matched += 1;
    else this.matched = byte === HEAD_ENDS[0] ? 1 : 0;
    if (this.matched === HEAD_ENDS.length) this.enter('status');
  }

  private enter(phase: 'status' | 'head' | 'final'): void {
    this.phase = phase;
    this.matched = 0;
  }
}
