import { eventually } from './eventually';

/** A server-sent event. `data` is null if the event only sets the last ID. */
export interface ServerSentEvent<T> {
  id: string | null;
  data: T | null;
}

/** A client of server-sent events that keeps all events it has received. */
export class EventStream<T> {
  readonly events: ServerSentEvent<T>[] = [];
  /** Number of comments received, which the server sends as heartbeats. */
  comments = 0;
  /** Resolves when the stream has ended, by either side. */
  readonly ended: Promise<void>;
  private readonly decoder = new TextDecoder();
  private rest = '';

  private constructor(
    private readonly response: Response,
    private readonly abort: AbortController,
  ) {
    this.ended = this.read().catch(() => undefined);
  }

  /** Opens a stream and waits for its first event. Throws unless the response is 200. */
  static async open<T>(url: string, rawKey: string, lastEventId?: string): Promise<EventStream<T>> {
    const abort = new AbortController();
    const headers = {
      Authorization: `Bearer ${rawKey}`,
      Accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    };
    const response = await fetch(url, { headers, signal: abort.signal });
    if (response.status !== 200) throw new Error(`Status ${response.status}: ${await response.text()}`);
    const stream = new EventStream<T>(response, abort);
    await eventually(() => stream.events[0]);
    return stream;
  }

  get contentType(): string | null {
    return this.response.headers.get('content-type');
  }

  /** The data of all events that have data. */
  get messages(): T[] {
    return this.events.flatMap(({ data }) => (data === null ? [] : [data]));
  }

  /** The last ID received, which resumes the stream. */
  get lastEventId(): string {
    return this.events.findLast(({ id }) => id !== null)?.id ?? '';
  }

  /** Waits until this many messages have arrived, and returns them. */
  until(count: number): Promise<T[]> {
    return eventually(() => (this.messages.length >= count ? this.messages : null));
  }

  /** Disconnects. */
  async close(): Promise<void> {
    this.abort.abort();
    await this.ended;
  }

  private async read(): Promise<void> {
    for await (const chunk of this.response.body ?? []) {
      const blocks = (this.rest + this.decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
      this.rest = blocks.pop() ?? '';
      for (const block of blocks) this.take(block.split('\n'));
    }
  }

  private take(lines: readonly string[]): void {
    const value = (name: string): string | null =>
      lines.find((it) => it.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
    this.comments += lines.filter((it) => it.startsWith(':')).length;
    const [id, data] = [value('id'), value('data')];
    if (id === null && data === null) return;
    this.events.push({ id, data: data === null ? null : (JSON.parse(data) as T) });
  }
}
