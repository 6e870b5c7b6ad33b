import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../../platform/config/config';
import { withoutDeadline } from '../../../platform/database/deadline';
import { Notifier } from '../../../platform/database/notifier';
import { Transactions } from '../../../platform/database/transactions';
import { newId } from '../../../platform/domain/id';
import { ServiceUnavailableError, UnauthorizedError } from '../../../platform/errors/app-error';
import { logger } from '../../../platform/observability/logger';
import { RequestAuthentication } from '../../api-keys';
import { INBOX_URL } from '../../webhook-endpoints';
import { INBOX_CHANNEL } from '../engine/attempt-record';
import type { InboxKey, StreamLease } from './inbox';
import { InboxStream, type StreamStart } from './inbox-stream';
import { InboxRepository, MAX_STREAMS } from './inbox.repository';

/** Interval of heartbeats, renewals, checks of API keys, and polls for notifications that were lost. */
const CHECK_MS = 15_000;

/**
 * The open streams of this process (docs/webhooks.md#inbox). A notification wakes them all with one query, whatever
 * their number; a check at intervals serves them all as well. An idle stream holds no database connection.
 */
@Injectable()
export class InboxStreams implements OnModuleInit, BeforeApplicationShutdown {
  private readonly open = new Map<InboxStream, { request: Request; ended: Promise<void> }>();
  private isStopping = false;
  private isWaking = false;
  private wakesAgain = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: InboxRepository,
    private readonly notifier: Notifier,
    private readonly authentication: RequestAuthentication,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.config.role === 'worker') return; // serves no API
    this.notifier.subscribe(INBOX_CHANNEL, () => void this.wakeAll());
  }

  /**
   * Begins to stream an inbox.
   *
   * @param lastEventId ID of the last message that the client received; null for new messages only
   * @throws ServiceUnavailableError if the organization has the maximum number of streams
   */
  async start(
    { request, response }: { request: Request; response: Response },
    inbox: InboxKey,
    lastEventId: string | null,
  ): Promise<void> {
    const begin = await this.startOf(inbox, lastEventId);
    const lease = await this.leaseFor(inbox);
    if (this.isStopping || response.destroyed) {
      await this.release(lease);
      throw new ServiceUnavailableError('This process is shutting down; connect again.');
    }
    const stream = new InboxStream(lease, begin, response, (position, limit) =>
      this.transactions.readFor(inbox.organizationId, (tx) =>
        this.repository.after(tx, inbox, position, limit),
      ),
    );
    // A stream outlives the deadline of its request.
    const ended = withoutDeadline(() => this.run(stream));
    this.open.set(stream, { request, ended });
    this.timer ??= setInterval(() => void this.check(), CHECK_MS).unref();
  }

  /**
   * Writes heartbeats, renews leases, ends the streams whose API key or inbox has ended, and reads the messages whose
   * notifications were lost. Runs at intervals. Never rejects: during a database outage, the streams stay open.
   */
  async check(): Promise<void> {
    for (const stream of this.open.keys()) stream.beat();
    await Promise.all([this.renew(), this.authenticateAll(), this.wakeAll()]);
  }

  /** Ends all streams, because the server waits for open responses. Clients connect again to another process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    if (this.timer !== null) clearInterval(this.timer);
    const streams = [...this.open];
    for (const [stream] of streams) stream.end();
    await Promise.all(streams.map(([, { ended }]) => ended));
  }

  private async run(stream: InboxStream): Promise<void> {
    await stream.run();
    this.open.delete(stream);
    await this.release(stream.lease);
  }

  /** An unknown message was deleted by retention, so all messages that remain came after it. */
  private startOf(inbox: InboxKey, lastEventId: string | null): Promise<StreamStart> {
    return this.transactions.readFor(inbox.organizationId, async (tx) => {
      if (lastEventId === null) {
        return (await this.repository.newest(tx, inbox)) ?? { position: 0, id: null };
      }
      const position = await this.repository.positionOf(tx, inbox, lastEventId);
      return position === null ? { position: 0, id: null } : { position, id: lastEventId };
    });
  }

  private async leaseFor(inbox: InboxKey): Promise<StreamLease> {
    const id = newId();
    const slot = await this.transactions.runFor(inbox.organizationId, (tx) =>
      this.repository.takeSlot(tx, inbox.organizationId, id),
    );
    if (slot !== null) return { ...inbox, id, slot };
    throw new ServiceUnavailableError(
      `The organization has ${MAX_STREAMS} open inbox streams, the maximum. Close one, or retry later.`,
    );
  }

  /** If this fails, the lease expires. */
  private async release(lease: StreamLease): Promise<void> {
    await this.transactions
      .runFor(lease.organizationId, (tx) => this.repository.releaseSlot(tx, lease))
      .catch(logFailure('Could not release the lease of an inbox stream'));
  }

  private async renew(): Promise<void> {
    const streams = [...this.open.keys()];
    if (streams.length === 0) return;
    const leases = streams.map((it) => it.lease);
    const renewed = await this.transactions
      .run((tx) => this.repository.renewSlots(tx, leases, INBOX_URL))
      .catch(logFailure('Could not renew the leases of inbox streams'));
    if (renewed === undefined) return;
    for (const stream of streams) if (!renewed.has(stream.lease.id)) stream.end();
  }

  private async authenticateAll(): Promise<void> {
    const checks = [...this.open].map(async ([stream, { request }]) => {
      try {
        await this.authentication.authenticate(request);
      } catch (error) {
        if (error instanceof UnauthorizedError) stream.end();
      }
    });
    await Promise.all(checks);
  }

  /** Wakes the streams whose inboxes have new messages. Notifications during a round cause one further round. */
  private async wakeAll(): Promise<void> {
    this.wakesAgain = true;
    if (this.isWaking) return;
    this.isWaking = true;
    while (this.wakesAgain) {
      this.wakesAgain = false;
      await this.wakeStreams().catch(logFailure('Could not read the positions of inboxes'));
    }
    this.isWaking = false;
  }

  private async wakeStreams(): Promise<void> {
    const streams = [...this.open.keys()];
    // A stream that is reading may have missed a message that was committed meanwhile.
    for (const stream of streams) if (!stream.isWaiting) stream.wake();
    const waiting = streams.filter((it) => it.isWaiting);
    if (waiting.length === 0) return;
    const inboxes = waiting.map((it) => it.lease);
    const positions = await this.repository.lastPositions(this.transactions.reader, inboxes);
    for (const stream of waiting) stream.wakeAt(positions.get(stream.lease.endpointId) ?? 0);
  }
}

const logFailure =
  (message: string) =>
  (error: unknown): undefined => {
    logger.warn({ reason: (error as Error).message }, message);
  };
