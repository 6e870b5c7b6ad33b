import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Client } from 'pg';
import { CONFIG, type Config } from '../../../platform/config/config';
import { DATABASE_URL } from '../../../platform/database/database-url';
import { listeningClient } from '../../../platform/database/listening-client';
import { newId } from '../../../platform/domain/id';
import { logger } from '../../../platform/observability/logger';
import { DeliveryDatabase } from './delivery-database';

const CHANNEL = 'webhook_deliveries';
/** Channel for requests that other workers hand over endpoint queues; see `Producer`. */
const HANDOVER_CHANNEL = 'webhook_lanes';
const HANDOVER_QUIET_MS = 1000;
/**
 * Minimum interval between notifications: a burst of commits wakes other processes once, not a thousand
 * times.
 */
const QUIET_MS = 10;
const RECONNECT_MS = 1000;

const NOTIFY = { name: 'webhooks_notify', text: `SELECT pg_notify('${CHANNEL}', $1)` };
const REQUEST_HANDOVER = {
  name: 'webhooks_ask_for_lanes',
  text: `SELECT pg_notify('${HANDOVER_CHANNEL}', $1)`,
};

/** `wake` is called when deliveries were queued, `handOver` when another worker requests endpoint queues. */
export interface DeliveryListener {
  wake(): void;
  handOver(): void;
}

/**
 * Notifies producers of queued deliveries: the one in this process directly, the others by NOTIFY. If a
 * notification is lost, the deliveries wait until the next poll. NOTIFY runs after the commit and on its own
 * connection, because it would serialize commits if it ran inside the transaction.
 */
@Injectable()
export class DeliveryNotifier implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sender = newId();
  private listener: Client | null = null;
  private stopped = false;
  private notifyTimer: NodeJS.Timeout | null = null;
  private again = false;
  private requestedAt = -HANDOVER_QUIET_MS;
  private subscriber: DeliveryListener = { wake: () => undefined, handOver: () => undefined };

  constructor(
    private readonly database: DeliveryDatabase,
    @Inject(DATABASE_URL) private readonly url: string,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Sets the listener. The producer calls this once. */
  subscribe(listener: DeliveryListener): void {
    this.subscriber = listener;
  }

  /** Requests that other workers hand over backlogged endpoint queues, at most once a second. */
  requestHandover(): void {
    if (performance.now() - this.requestedAt < HANDOVER_QUIET_MS) return;
    this.requestedAt = performance.now();
    this.database.query(REQUEST_HANDOVER, [this.sender]).catch(() => undefined);
  }

  /**
   * Wakes the producer of this process immediately, and those of other processes by NOTIFY. Call it after the
   * commit that queues deliveries. It is a property, not a method, so that a transaction can register the
   * same function only once.
   */
  readonly wake = (): void => {
    this.subscriber.wake();
    this.notify();
  };

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') void this.listen();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.notifyTimer !== null) clearTimeout(this.notifyTimer);
    await this.listener?.end().catch(() => undefined);
  }

  private notify(): void {
    if (this.notifyTimer !== null) {
      this.again = true;
      return;
    }
    this.database.query(NOTIFY, [this.sender]).catch(() => undefined); // if this fails, other workers poll
    this.notifyTimer = setTimeout(() => {
      this.notifyTimer = null;
      if (this.again) {
        this.again = false;
        this.notify();
      }
    }, QUIET_MS);
  }

  private async listen(): Promise<void> {
    const client = listeningClient(this.url, 'billing-delivery-listen');
    client.on('notification', ({ channel, payload }) => {
      if (payload === this.sender) return;
      if (channel === HANDOVER_CHANNEL) this.subscriber.handOver();
      else this.subscriber.wake();
    });
    client.once('end', () => this.reconnect());
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}; LISTEN ${HANDOVER_CHANNEL}`);
      this.listener = client;
      if (this.stopped) await client.end();
      this.subscriber.wake(); // notifications sent before LISTEN were missed
    } catch (error) {
      logger.debug(
        { reason: (error as Error).message },
        'Cannot listen for notifications; polling continues',
      );
      await client.end().catch(() => undefined);
    }
  }

  private reconnect(): void {
    this.listener = null;
    const again = (): void => {
      if (!this.stopped) void this.listen();
    };
    if (!this.stopped) setTimeout(again, RECONNECT_MS * (0.5 + Math.random())).unref();
  }
}
