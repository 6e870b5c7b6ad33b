import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { NotFoundError, ValidationFailedError } from '../../../platform/errors/app-error';
import { DueWork } from '../../../platform/jobs/due-work';
import { WebhookEndpointsService } from '../../webhook-endpoints';
import { RecoveriesRepository } from './recoveries.repository';
import type { RecoveryEntity } from './recovery.entity';

/** The creation times of the deliveries to retry. */
export interface RecoverySpan {
  since: Date;
  /** Null for now. */
  until: Date | null;
}

/** Use cases of recoveries (docs/webhooks.md#recovery). */
@Injectable()
export class RecoveriesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointsService,
    private readonly repository: RecoveriesRepository,
    private readonly dueWork: DueWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Starts to retry the failed deliveries of a span. Without any, the recovery is complete at once.
   *
   * @throws NotFoundError; ValidationFailedError naming `until`; ConflictError while a recovery of the endpoint runs.
   */
  create(caller: Caller, webhookEndpointId: string, span: RecoverySpan): Promise<RecoveryEntity> {
    const { organizationId } = caller;
    const now = this.clock.now();
    const { since } = span;
    const until = span.until ?? new Date(Math.max(now.getTime(), since.getTime()) + 1);
    if (until <= since)
      throw ValidationFailedError.of('until', 'out_of_range', 'until must be later than since.');
    const asked: RecoveryEntity = {
      ...{ organizationId, id: newId(), webhookEndpointId, since, until, total: 0, retried: 0 },
      ...{ lastDeliveryId: null, nextRunAt: now, completedAt: null, canceledAt: null },
      ...{ createdAt: now, updatedAt: now },
    };
    return this.transactions.runFor(caller, async (tx) => {
      await this.endpoints.load(tx, organizationId, webhookEndpointId);
      const total = await this.repository.countFailed(tx, asked);
      const recovery = total > 0 ? { ...asked, total } : { ...asked, nextRunAt: null, completedAt: now };
      await this.repository.insert(tx, recovery);
      if (total > 0) this.transactions.afterCommit(tx, this.wake);
      return recovery;
    });
  }

  /** @throws NotFoundError */
  get(caller: Caller, webhookEndpointId: string, id: string): Promise<RecoveryEntity> {
    const { organizationId } = caller;
    return this.transactions.readFor(caller, async (tx) =>
      found(await this.repository.find(tx, organizationId, webhookEndpointId, id)),
    );
  }

  /**
   * Ends a recovery; what it has queued is sent. A no-op for one that has ended.
   *
   * @throws NotFoundError
   */
  cancel(caller: Caller, webhookEndpointId: string, id: string): Promise<RecoveryEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const recovery = found(await this.repository.findForUpdate(tx, organizationId, webhookEndpointId, id));
      if (recovery.nextRunAt === null) return recovery;
      const now = this.clock.now();
      const canceled = { ...recovery, nextRunAt: null, canceledAt: now, updatedAt: now };
      await this.repository.update(tx, canceled);
      return canceled;
    });
  }

  /** One function, so that a transaction registers it once. */
  private readonly wake = (): void => {
    this.dueWork.wake();
  };
}

function found(recovery: RecoveryEntity | null): RecoveryEntity {
  if (recovery === null) throw new NotFoundError('recovery');
  return recovery;
}
