import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { logger } from '../observability/logger';
import { DATABASE_URL } from './database-url';
import { listeningClient } from './listening-client';

const RECONNECT_MS = 1000;
/** Minimum time between notifications on a channel, so that a burst of commits wakes the other processes once. */
const QUIET_MS = 20;

/**
 * Notifies other processes through the database (LISTEN/NOTIFY). A notification may be lost: the receiver then finds
 * the work at its next poll. Each reconnection counts as a notification on every channel.
 */
@Injectable()
export class Notifier implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly handlers = new Map<string, () => void>();
  private readonly quiet = new Map<string, { again: boolean; timer: NodeJS.Timeout }>();
  private client: Client | null = null;
  private stopped = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(DATABASE_URL) private readonly url: string,
  ) {}

  /**
   * Registers the handler of a channel. Must be called before start-up is complete. `channel` becomes part of a
   * statement, so it must be a constant.
   */
  subscribe(channel: string, handler: () => void): void {
    this.handlers.set(channel, handler);
  }

  /**
   * Notifies the other processes. Call this after the commit, because NOTIFY inside a transaction would serialize
   * commits.
   */
  notify(channel: string): void {
    const quiet = this.quiet.get(channel);
    if (quiet !== undefined) {
      quiet.again = true;
      return;
    }
    this.dataSource.query('SELECT pg_notify($1, $2)', [channel, '']).catch(() => undefined); // the other processes also poll
    const timer = setTimeout(() => {
      const again = this.quiet.get(channel)?.again === true;
      this.quiet.delete(channel);
      if (again) this.notify(channel);
    }, QUIET_MS);
    this.quiet.set(channel, { again: false, timer });
  }

  onApplicationBootstrap(): void {
    if (this.handlers.size > 0) void this.listen();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    for (const { timer } of this.quiet.values()) clearTimeout(timer);
    await this.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    const client = listeningClient(this.url, 'billing-listen');
    client.on('notification', ({ channel }) => this.handlers.get(channel)?.());
    client.once('end', () => this.reconnect());
    try {
      await client.connect();
      for (const channel of this.handlers.keys()) await client.query(`LISTEN ${channel}`);
      this.client = client;
      if (this.stopped) await client.end();
      else for (const handler of this.handlers.values()) handler(); // notifications may have been missed
    } catch (error) {
      logger.debug(
        { reason: (error as Error).message },
        'Cannot listen for notifications; polling continues',
      );
      await client.end().catch(() => undefined);
    }
  }

  private reconnect(): void {
    this.client = null;
    const again = (): void => {
      if (!this.stopped) void this.listen();
    };
    if (!this.stopped) setTimeout(again, RECONNECT_MS * (0.5 + Math.random())).unref();
  }
}
