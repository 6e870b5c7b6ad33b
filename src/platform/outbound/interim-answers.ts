import type { Socket } from 'node:net';

/** The start of a `100 Continue`; a question mark matches any byte. */
const CONTINUE = Buffer.from('HTTP/1.? 100');
const ANYTHING = '?'.charCodeAt(0);
/** Length of `HTTP/1.? 1`, with which all interim responses begin. */
const CLASS_ENDS = 10;
const PROCESSING = '2'.charCodeAt(0);
const HEAD_ENDS = Buffer.from('\r\n\r\n');

/**
 * Turns each `100 Continue` that is read from a socket into a `102 Processing`. A client must accept unsolicited
 * interim responses (RFC 9110, 15.2), and some servers send `100 Continue` in response to everything. undici accepts
 * all interim responses except this one, for which it closes the connection. The last digit is changed in place before
 * undici reads it, so that nothing is copied or delayed.
 */
export class InterimAnswers {
  private phase: 'status' | 'head' | 'final' = 'status';
  /** Number of bytes of `CONTINUE` or `HEAD_ENDS` matched so far. */
  private matched = 0;

  /** Changes the bytes of everything that is read from the socket from now on. */
  watch(socket: Socket): void {
    const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
    socket.read = (size?: number): Buffer | null => {
      const chunk = read(size);
      if (chunk !== null) this.change(chunk);
      return chunk;
    };
  }

  /** Must be called before each request: the next bytes read are the start of its response. */
  beginAnswer(): void {
    this.enter('status');
  }

  /** Changes a chunk in place. A response may be split into chunks anywhere. */
  change(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && this.phase !== 'final'; at++) {
      if (this.phase === 'status') this.readStatus(chunk, at);
      else this.readHead(chunk[at]);
    }
  }

  private readStatus(chunk: Buffer, at: number): void {
    if (this.matched === 0 && HEAD_ENDS.includes(chunk[at] ?? 0)) return; // skip blank lines before a response
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
