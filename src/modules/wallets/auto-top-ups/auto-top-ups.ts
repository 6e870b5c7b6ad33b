import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { CustomerBillingTerms } from '../../customers';
import { WalletTopUps } from '../top-ups/wallet-top-ups';
import type { WalletEntity } from '../wallet.entity';
import { isExpired } from '../wallet.rules';
import { WalletsRepository } from '../wallets.repository';
import { autoTopUpDueAt, autoTopUpOf, monthAt, nextStep, type AutoTopUpStep } from './auto-top-up.rules';
import { AutoTopUpsRepository, QUEUE } from './auto-top-ups.repository';

/** Customers that others hold are passed over, so more are looked at than are claimed. */
const LOOK_AHEAD = 10;

/**
 * Buys credits for wallets whose balance is too low (docs/billing-rules.md#automatic-top-ups). The movement that lowers a
 * balance marks its wallet in the same transaction; once: a wallet is looked at under its lock, and the database holds at
 * most one open automatic top-up of each.
 */
@Injectable()
export class AutoTopUps {
  constructor(
    jobs: Jobs,
    private readonly repository: AutoTopUpsRepository,
    private readonly wallets: WalletsRepository,
    private readonly topUps: WalletTopUps,
    private readonly customers: CustomerBillingTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.dueQueue<WalletEntity>({
      name: QUEUE,
      schedule: SCHEDULES.autoTopUps,
      nextDueAt: (reader, now) => repository.nextDueAt(reader, now),
      claim: (tx, now, limit) => this.claim(tx, now, limit),
      act: async (tx, wallets) => {
        for (const wallet of wallets) await this.act(tx, wallet);
      },
    });
  }

  /** Locks customers before their wallets, as everywhere, and without waiting (docs/decisions.md#lock-order). */
  private async claim(tx: Transaction, now: Date, limit: number): Promise<WalletEntity[]> {
    const due = await this.repository.findDue(tx, now, limit * LOOK_AHEAD);
    for (const organizationId of new Set(due.map((it) => it.organizationId))) {
      const own = due.filter((it) => it.organizationId === organizationId).slice(0, limit);
      const customerIds = own.map((it) => it.customerId);
      const free = new Set(await this.customers.tryLock(tx, organizationId, customerIds));
      const ids = own.filter((it) => free.has(it.customerId)).map((it) => it.id);
      const claimed = await this.repository.lockDue(tx, now, { organizationId, ids });
      if (claimed.length > 0) return claimed;
    }
    return [];
  }

  private async act(tx: Transaction, wallet: WalletEntity): Promise<void> {
    const step = await this.stepOf(tx, wallet);
    await this.repository.setDueAt(tx, wallet, step.kind === 'buy' ? null : step.until);
    const rule = autoTopUpOf(wallet);
    if (step.kind !== 'buy' || rule === null) return;
    const topUp = { field: 'auto_top_up.credits', credits: rule.credits, source: 'paid' } as const;
    await this.topUps.sell(tx, wallet, topUp, true);
  }

  private async stepOf(tx: Transaction, wallet: WalletEntity): Promise<AutoTopUpStep> {
    const { organizationId, id, customerId } = wallet;
    const now = this.clock.now();
    const rule = autoTopUpOf(wallet);
    const isLow = autoTopUpDueAt(wallet, now) !== null;
    if (rule === null || !isLow || isExpired(wallet, now)) return { kind: 'rest', until: null };
    const open = await this.wallets.findPendingTopUp(tx, organizationId, id);
    const { timezone } = await this.customers.of(tx, organizationId, customerId);
    const month = monthAt(now, timezone);
    const begun = await this.repository.countBegun(tx, wallet, month);
    return nextStep(rule, open !== null, begun, month);
  }
}
