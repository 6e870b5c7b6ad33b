import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CONFIG, type Config } from '../../platform/config/config';
import { logFailure } from '../../platform/database/log-failure';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { WakeableJobs, type WakeableJob } from '../../platform/jobs/wakeable-job';
import { Outbox } from '../../platform/outbox/outbox';
import type { OutboxEvent } from '../../platform/outbox/outbox-event';
import type { DocumentKey } from './document-key';
import { DocumentsService } from './documents.service';
import { StoredDocumentsRepository } from './stored-documents.repository';

const CHANNEL = 'documents';
/** Documents of one claim; drawing them takes far less than the lease. */
const BATCH = 20;

/**
 * Queues documents in the transaction that makes them final, and draws them after its commit, one after the other. With
 * DOCUMENT_DRAWING=off, this process leaves the drawing to others.
 */
@Injectable()
export class DocumentQueue implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: WakeableJob;

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly repository: StoredDocumentsRepository,
    private readonly documents: DocumentsService,
    @Inject(CONFIG) private readonly config: Config,
    wakeableJobs: WakeableJobs,
  ) {
    this.job = wakeableJobs.create(CHANNEL, (signal) => this.run(signal));
  }

  onModuleInit(): void {
    this.outbox.subscribe((tx, events) => this.onEvents(tx, events));
  }

  onApplicationBootstrap(): void {
    if (this.config.documentDrawing || this.config.role === 'api') this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /** Draws what was left by a crash, a lost notification or a failed attempt. */
  @Cron(SCHEDULES.documents)
  sweep(): void {
    this.job.sweep();
  }

  private async onEvents(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
    const ids = new Map<string, { key: Omit<DocumentKey, 'id'>; ids: string[] }>();
    for (const { kind: eventKind, organizationId, objectId } of events) {
      const kind = this.documents.kindFinalizedBy(eventKind);
      if (kind === null) continue;
      const group = `${organizationId} ${kind}`;
      const queued = ids.get(group) ?? { key: { organizationId, kind }, ids: [] };
      queued.ids.push(objectId);
      ids.set(group, queued);
    }
    if (ids.size === 0) return;
    for (const { key, ids: objectIds } of ids.values()) {
      await this.repository.queue(tx, key.organizationId, key.kind, objectIds);
    }
    this.transactions.afterCommit(this.job.wake);
  }

  private async run(signal: AbortSignal): Promise<void> {
    try {
      const claimed = await this.transactions.run((tx) => this.repository.claim(tx, BATCH));
      for (const key of claimed) {
        if (signal.aborted) return; // the lease ends by itself
        await this.draw(key);
      }
      if (claimed.length === BATCH) this.job.wake();
    } catch (error) {
      logFailure(error, {}, 'Could not draw documents; they will be retried');
    }
  }

  private async draw(key: DocumentKey): Promise<void> {
    try {
      await this.documents.draw(key);
    } catch (error) {
      logFailure(error, { ...key }, 'Could not draw a document; it will be retried');
      const reason = error instanceof Error ? error.message : String(error);
      await this.transactions.runFor(key.organizationId, (tx) => this.repository.postpone(tx, key, reason));
    }
  }
}
