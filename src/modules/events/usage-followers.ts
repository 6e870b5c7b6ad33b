import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** New usage was counted in a period. */
export interface UsageChange {
  organizationId: string;
  periodId: string;
  subscriptionId: string;
}

/** Runs in a transaction of its own per change, some time after ingestion, at least until it succeeds. */
export type UsageFollower = (tx: Transaction, change: UsageChange) => Promise<void>;

/**
 * Who must act on new usage: thresholds, drafts of invoices. Off the ingestion path, within a second, in any
 * process, and not lost in a crash.
 */
@Injectable()
export class UsageFollowers {
  private readonly followers: UsageFollower[] = [];

  register(follower: UsageFollower): void {
    this.followers.push(follower);
  }

  /** Has the followers act now on what is new in one period; for reads that must show it. */
  settle(_organizationId: string, _periodId: string): Promise<void> {
    throw new Error('not built yet');
  }
}
