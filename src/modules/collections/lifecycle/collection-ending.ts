import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { CollectionsRepository } from '../collections.repository';
import { CollectionQueue } from './collection-queue';
import { CollectionRecorder } from './collection-recorder';
import { leaseFrom } from './collection-state.rules';

/** Makes collections dead, as far as their providers allow it (docs/payments.md#reservations). */
@Injectable()
export class CollectionEnding {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CollectionsRepository,
    private readonly recorder: CollectionRecorder,
    private readonly queue: CollectionQueue,
  ) {}

  /**
   * Asks the provider to end a collection, and waits for its answer. The wish stays: what cannot be ended now is ended when
   * it can. Returns whether it is dead.
   */
  async end(organizationId: string, id: string): Promise<boolean> {
    const before = await this.find(organizationId, id);
    if (before === null) return false;
    if (before.deadAt !== null) return true;
    await this.recorder.change(before, ({ cancelRequestedAt, polls }, now) => ({
      cancelRequestedAt: cancelRequestedAt ?? now,
      polls,
      nextActionAt: leaseFrom(now),
    }));
    await this.queue.advance(organizationId, id);
    const after = await this.find(organizationId, id);
    return after !== null && after.deadAt !== null;
  }

  private find(organizationId: string, id: string) {
    return this.transactions.readFor(organizationId, (tx) => this.repository.find(tx, organizationId, id));
  }
}
