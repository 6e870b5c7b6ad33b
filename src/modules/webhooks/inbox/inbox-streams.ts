import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Response } from 'express';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Notifier } from '../../../platform/database/notifier';
import { Transactions } from '../../../platform/database/transactions';
import { RateLimitedError, ServiceUnavailableError } from '../../../platform/errors/app-error';
import { WakeableLoop } from '../../../platform/jobs/wakeable-loop';
import { logger } from '../../../platform/observability/logger';
import { ApiKeyAuthentication } from '../../api-keys';
import { InboxStream, type EndReason, type StreamReader } from './inbox-stream';
import { toInboxRequestResponse } from './inbox.dto';
import { InboxRepository } from './inbox.repository';

const TOPIC = 'webhook_inboxes';
/** A burst of requests is read at once. */
const DEBOUNCE_MS = 10;
/** The bound on what a lost notification costs. */
const POLL_MS = 2000;
/** How often clients get a sign of life, and their keys are checked. */
const HEARTBEAT_MS = 5000;
/** Streams that one process serves to one organization. */
export const MAX_STREAMS_PER_ORGANIZATION = 20;
/** Streams that one process serves. */
const MAX_STREAMS = 500;

/**
 * The open streams of this process (docs/webhooks.md#inbox). One statement reads for all of them, whenever a worker of
 * any process has delivered to an inbox.
 */
@Injectable()
export class InboxStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly streams = new Set<InboxStream>();
  private readonly loop = new WakeableLoop({
    name: 'webhook-inbox-streams',
    round: () => this.round(),
    minPauseMs: DEBOUNCE_MS,
    maxPauseMs: POLL_MS,
  });
  private heartbeats: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: InboxRepository,
    private readonly authentication: ApiKeyAuthentication,
    private readonly notifier: Notifier,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    if (config.role !== 'worker') {
      notifier.on(TOPIC, () => {
        this.loop.wake();
      });
    }
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'worker') return;
    this.loop.start();
    this.heartbeats = setInterval(() => void this.beat(), HEARTBEAT_MS);
  }

  /** Before the HTTP server waits for its responses to end. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.heartbeats);
    for (const stream of this.streams) stream.end('shutting_down');
    if (this.config.role !== 'worker') await this.loop.stop();
  }

  /** Inboxes have received requests. A call after their commit. */
  received(): void {
    this.loop.wake();
    this.notifier.notify(TOPIC);
  }

  /** @throws RateLimitedError, ServiceUnavailableError if no further stream can be served. */
  assertRoom(organizationId: string): void {
    if (this.isStopped) throw new ServiceUnavailableError('The service is shutting down. Connect again.');
    if (this.streams.size >= MAX_STREAMS) {
      throw new ServiceUnavailableError('This process serves as many streams as it can. Retry later.');
    }
    const open = [...this.streams].filter((it) => it.organizationId === organizationId).length;
    if (open < MAX_STREAMS_PER_ORGANIZATION) return;
    throw new RateLimitedError(
      `The organization has ${open} inbox streams open, the most that a process serves. Close one of them first.`,
    );
  }

  /** Starts a stream with the requests after a number. It lasts until the client or the service ends it. */
  open(reader: StreamReader, after: number, response: Response): void {
    this.assertRoom(reader.organizationId);
    const stream = new InboxStream(reader, after, response);
    this.streams.add(stream);
    response.once('close', () => this.streams.delete(stream));
    response.on('drain', () => {
      this.loop.wake();
    });
    stream.start();
    this.loop.wake();
  }

  /** Sends each stream its next requests. Returns whether there may be more. */
  private async round(): Promise<boolean> {
    const ready = [...this.streams].filter((it) => it.isReady);
    if (ready.length === 0) return false;
    const requests = await this.repository.next(this.transactions.reader, ready);
    for (const { stream: position, sequence, request } of requests) {
      const stream = ready[position];
      if (stream === undefined || !this.streams.has(stream)) continue;
      stream.sequence = sequence;
      if (request !== null) stream.send(toInboxRequestResponse(request));
    }
    return requests.length > 0;
  }

  private async beat(): Promise<void> {
    if (this.streams.size === 0) return;
    for (const stream of this.streams) stream.heartbeat();
    try {
      await this.check([...this.streams]);
    } catch (error) {
      logger.warn(
        { reason: (error as Error).message },
        'Could not check the keys of inbox streams; retrying',
      );
    }
  }

  /** Ends the streams whose key has been revoked, whose organization is suspended or has moved, or whose endpoint is no inbox any more. */
  private async check(streams: readonly InboxStream[]): Promise<void> {
    const inboxes = await this.repository.openInboxes(this.transactions.reader, streams);
    for (const stream of streams) {
      const reason = inboxes.has(stream.endpointId) ? await this.refusalOf(stream) : 'inbox_gone';
      if (reason === null || !this.streams.delete(stream)) continue;
      stream.end(reason);
    }
  }

  private async refusalOf({ credential }: InboxStream): Promise<EndReason | null> {
    const key = await this.authentication.recheck(credential);
    if (key === null) return 'unauthorized';
    if (key.cellState === 'moved') return 'organization_moved';
    return key.isOrganizationActive ? null : 'organization_suspended';
  }
}
