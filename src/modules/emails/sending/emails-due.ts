import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Notifier } from '../../../platform/database/notifier';
import type { Transaction } from '../../../platform/database/transactions';
import type { DueQueue } from '../../../platform/jobs/due-queue';
import type { DueRow } from '../../../platform/jobs/job-failures';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { isTooOld, leaseEnd } from '../email.rules';
import { EmailsRepository, QUEUE } from '../emails.repository';
import { EmailSending } from './email-sending';

const TOPIC = 'emails';
/** Connections of one process to the mail server. */
const CONCURRENCY = 4;
/** How long a stopping process lets its attempts go on: well within the 20 s that it has. */
const STOP_MS = 8_000;
const NOT_SENT = 'It was not sent within 72 hours.';

/**
 * Sends e-mails that are due. The transaction of the queue only takes a lease, because an e-mail cannot be rolled back:
 * the attempt follows its commit, and after a crash the end of the lease makes the e-mail due again.
 */
@Injectable()
export class EmailsDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue: DueQueue;

  constructor(
    jobs: Jobs,
    private readonly repository: EmailsRepository,
    private readonly sending: EmailSending,
    private readonly notifier: Notifier,
    @Inject(CONFIG) private readonly config: Pick<Config, 'role'>,
  ) {
    // Without a mail server, e-mails wait.
    const { isConfigured } = sending;
    this.queue = jobs.dueQueue<DueRow>({
      name: QUEUE,
      schedule: SCHEDULES.emails,
      nextDueAt: (reader, now) => (isConfigured ? repository.nextDueAt(reader, now) : Promise.resolve(null)),
      claim: (tx, now, limit) => (isConfigured ? repository.claim(tx, now, limit) : Promise.resolve([])),
      act: (tx, rows, now) => this.lease(tx, rows, now),
      afterCommit: (rows) => this.attempt(rows),
      concurrency: CONCURRENCY,
    });
  }

  /** Whether there is a mail server. Without one, nothing is queued. */
  get isConfigured(): boolean {
    return this.sending.isConfigured;
  }

  /** Sends what a crash left at start-up instead of waiting for the schedule. */
  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.notifier.on(TOPIC, () => this.queue.wake(), { onConnect: false });
    this.queue.wake();
  }

  onModuleDestroy(): void {
    setTimeout(() => this.sending.stop(), STOP_MS).unref();
  }

  /** Sends what is due now, in the background, in a process that runs jobs. Call it after the commit that queued it. */
  wake(): void {
    if (this.config.role === 'api') this.notifier.notify(TOPIC);
    else this.queue.wake();
  }

  private async lease(tx: Transaction, rows: readonly DueRow[], now: Date): Promise<void> {
    for (const row of rows) {
      const email = await this.repository.findForUpdate(tx, row.organizationId, row.id);
      if (email === null) continue;
      const { attempts, createdAt, lastError } = email;
      const changes = isTooOld(createdAt, now)
        ? ({ state: 'failed', dueAt: null, completedAt: now, lastError: lastError ?? NOT_SENT } as const)
        : { attempts: attempts + 1, dueAt: leaseEnd(now), lastAttemptAt: now };
      await this.repository.update(tx, row, { ...changes, updatedAt: now });
    }
  }

  private async attempt(rows: readonly DueRow[]): Promise<void> {
    for (const row of rows) await this.sending.attempt(row);
  }
}
