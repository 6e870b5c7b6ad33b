/** A server-sent event. `data` is null if the event only sets the last ID. */
export interface ServerSentEvent {
  id: string | null;
  data: string | null;
}

/** Parses a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export class SseParser {
  private readonly decoder = new TextDecoder();
  private rest = '';
  private id: string | null = null;
  private data: string[] = [];

  /** Returns the events that end in this chunk. */
  push(chunk: Uint8Array): ServerSentEvent[] {
    const text = this.rest + this.decoder.decode(chunk, { stream: true });
    // A CR at the end may be the first half of a CRLF.
    const isOpen = text.endsWith('\r');
    const lines = (isOpen ? text.slice(0, -1) : text).split(/\r\n|\n|\r/);
    this.rest = (lines.pop() ?? '') + (isOpen ? '\r' : '');
    return lines.flatMap((line) => this.take(line) ?? []);
  }

  private take(line: string): ServerSentEvent | null {
    if (line === '') return this.dispatch();
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id') this.id = value;
    if (name === 'data') this.data.push(value);
    return null;
  }

  private dispatch(): ServerSentEvent | null {
    const event = { id: this.id, data: this.data.length === 0 ? null : this.data.join('\n') };
    this.id = null;
    this.data = [];
    return event.id === null && event.data === null ? null : event;
  }
}
