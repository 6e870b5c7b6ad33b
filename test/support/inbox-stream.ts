import { request, type IncomingMessage } from 'node:http';
import type { TestOrganization } from './test-app';

/** A server-sent event. */
export interface SentEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/** An open response of server-sent events. */
export class EventReader {
  readonly events: SentEvent[] = [];
  /** Everything that was received. */
  text = '';
  ended = false;
  private unread = '';
  private readonly watchers = new Set<() => void>();

  private constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => this.read(chunk));
    response.once('close', () => {
      this.ended = true;
      this.notify();
    });
    response.on('error', () => undefined); // cut off by the test
  }

  /** Requests a stream; resolves with its response, whatever the status. */
  static open(
    url: string,
    organization: TestOrganization | null,
    headers: Record<string, string> = {},
  ): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const key = organization === null ? {} : { Authorization: `Bearer ${organization.rawKey}` };
      const sent = request(url, { headers: { ...key, ...headers }, agent: false });
      sent.once('response', (response) => {
        resolve(new EventReader(response));
      });
      sent.once('error', reject);
      sent.end();
    });
  }

  /** Resolves as soon as the condition holds. */
  until(condition: (reader: this) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!condition(this)) return;
        this.watchers.delete(check);
        resolve();
      };
      this.watchers.add(check);
      check();
    });
  }

  /** The requests that the stream has sent. */
  get requests(): SentEvent[] {
    return this.events.filter((it) => it.event === 'request');
  }

  close(): void {
    this.response.destroy();
  }

  private read(chunk: string): void {
    this.text += chunk;
    const blocks = (this.unread + chunk).split('\n\n');
    this.unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      if (field('event') === '') continue;
      const data = JSON.parse(field('data')) as Record<string, unknown>;
      this.events.push({ id: field('id'), event: field('event'), data });
    }
    this.notify();
  }

  private notify(): void {
    for (const check of [...this.watchers]) check();
  }
}
