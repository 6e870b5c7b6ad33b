import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { MeteredSubscriptions } from '../usage';
import { PlansService } from '../plans';
import type { UsageThresholdInput } from './usage-threshold.dto';
import type { UsageThresholdEntity } from './usage-threshold.entity';
import { UsageThresholdsRepository, type ThresholdOwner } from './usage-thresholds.repository';

/** Manages the usage thresholds of plans and subscriptions (docs/billing-rules.md). */
@Injectable()
export class UsageThresholdsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: UsageThresholdsRepository,
    private readonly plans: PlansService,
    private readonly subscriptions: MeteredSubscriptions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError if the plan or subscription does not exist.
   * @throws ConflictError if it already has a threshold of this amount.
   */
  create(
    organizationId: string,
    owner: ThresholdOwner,
    input: UsageThresholdInput,
  ): Promise<UsageThresholdEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      await this.assertOwner(tx, organizationId, owner);
      const now = this.clock.now();
      const dates = { createdAt: now, updatedAt: now, deletedAt: null };
      const belongsTo = { planId: null, subscriptionId: null, ...owner };
      const threshold = { organizationId, id: newId(), ...belongsTo, ...input, ...dates };
      await this.repository.insert(tx, threshold);
      return threshold;
    });
  }

  /** @throws NotFoundError if the plan or subscription does not exist */
  list(organizationId: string, owner: ThresholdOwner, query: PageQuery): Promise<Page<UsageThresholdEntity>> {
    return this.transactions.readFor(organizationId, async (tx) => {
      await this.assertOwner(tx, organizationId, owner);
      return this.repository.list(tx, organizationId, owner, query);
    });
  }

  /**
   * Deletes a threshold; recorded crossings remain.
   *
   * @throws NotFoundError
   */
  delete(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const threshold = await this.repository.findForUpdate(tx, organizationId, id);
      if (threshold === null) throw new NotFoundError('usage threshold');
      await this.repository.delete(tx, organizationId, id, this.clock.now());
    });
  }

  private async assertOwner(tx: Transaction, organizationId: string, owner: ThresholdOwner): Promise<void> {
    if ('planId' in owner) await this.plans.get(organizationId, owner.planId);
    else await this.subscriptions.get(tx, organizationId, owner.subscriptionId);
  }
}
