import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Client } from 'pg';
import { newId } from '../domain/id';
import { logger } from '../observability/logger';
import { DATABASE_URL } from './database-url';
import { DatabaseClient } from './database-client';

const TIMEOUT_MS = 3000;
const RECONNECT_MS = 1000;
/** At most one notification per topic and interval: a burst of commits wakes other processes once, not a thousand times. */
const QUIET_MS = 10;
/** Notifications may be hours apart: only TCP keep-alive detects that the server is gone. */
const FIRST_PROBE_MS = 10_000;
const TOPIC = /^[a-z_]+$/;

interface Handler {
  handler: () => void;
  onConnect: boolean;
}

/**
 * Wakes other processes through the database (LISTEN and NOTIFY on one connection, docs/decisions.md#notifier). A
 * notification carries no payload and is only a hint: its receiver looks into its tables, and also polls them, because
 * a hint can get lost. Whoever notifies wakes its own process directly.
 */
@Injectable()
export class Notifier implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sender = newId();
  private readonly handlers = new Map<string, Handler[]>();
  private readonly quiet = new Map<string, { again: boolean; timer: NodeJS.Timeout }>();
  /** Topics to notify as soon as there is a connection. */
  private readonly unsent = new Set<string>();
  private client: Client | null = null;
  private connecting: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(@Inject(DATABASE_URL) private readonly url: string) {}

  /**
   * Calls `handler` when another process notifies the topic, and with each new connection, because notifications may
   * have been missed before it. Must be called before start-up is complete.
   *
   * @param options.onConnect false for a topic whose missed notifications do not matter
   */
  on(topic: string, handler: () => void, { onConnect = true }: { onConnect?: boolean } = {}): void {
    if (!TOPIC.test(topic))
      throw new Error(`"${topic}" is not a topic: use lowercase letters and underscores`);
    this.handlers.set(topic, [...(this.handlers.get(topic) ?? []), { handler, onConnect }]);
  }

  /** Notifies the other processes. Call it after the commit: NOTIFY inside a transaction serializes commits. */
  notify(topic: string): void {
    const quiet = this.quiet.get(topic);
    if (quiet !== undefined) {
      quiet.again = true;
      return;
    }
    this.send(topic);
    const timer = setTimeout(() => {
      const again = this.quiet.get(topic)?.again === true;
      this.quiet.delete(topic);
      if (again) this.notify(topic);
    }, QUIET_MS);
    this.quiet.set(topic, { again: false, timer });
  }

  onApplicationBootstrap(): void {
    this.connecting = this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    for (const { timer } of this.quiet.values()) clearTimeout(timer);
    await this.connecting;
    await this.client?.end().catch(() => undefined);
  }

  private send(topic: string): void {
    if (this.client === null) {
      this.unsent.add(topic);
      return;
    }
    const statement = { name: 'notify', text: 'SELECT pg_notify($1, $2)', values: [topic, this.sender] };
    this.client.query(statement).catch(() => this.unsent.add(topic));
  }

  private async connect(): Promise<void> {
    const client = notifierClient(this.url);
    client.on('notification', ({ channel, payload }) => {
      if (payload !== this.sender) this.call(channel);
    });
    client.once('end', () => this.reconnect());
    try {
      await client.connect();
      const topics = [...this.handlers.keys()];
      if (topics.length > 0) await client.query(topics.map((it) => `LISTEN ${it}`).join('; '));
      this.client = client;
      if (!this.stopped) this.catchUp();
    } catch (error) {
      logger.debug({ reason: (error as Error).message }, 'Notifier not connected yet');
      await client.end().catch(() => undefined);
    }
  }

  private catchUp(): void {
    for (const { handler, onConnect } of [...this.handlers.values()].flat()) if (onConnect) handler();
    const unsent = [...this.unsent];
    this.unsent.clear();
    for (const topic of unsent) this.send(topic);
  }

  private call(topic: string): void {
    for (const { handler } of this.handlers.get(topic) ?? []) handler();
  }

  private reconnect(): void {
    this.client = null;
    if (this.stopped) return;
    const timer = setTimeout(
      () => {
        if (!this.stopped) this.connecting = this.connect();
      },
      RECONNECT_MS * (0.5 + Math.random()),
    );
    timer.unref();
  }
}

/** Returns the connection, not connected yet. It emits 'end' even if the server never responds. */
export function notifierClient(url: string): Client {
  return new DatabaseClient({
    connectionString: url,
    application_name: 'billing-notifier',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: FIRST_PROBE_MS,
  });
}
