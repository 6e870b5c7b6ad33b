import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import type { PaymentExpectation, PaymentNews } from '../../payments';
import { CollectionsRepository } from '../collections.repository';
import { CollectionQueue } from './collection-queue';

/**
 * Hears the notifications about collections. They only say when to ask: the state is read from the provider, so it does not
 * matter how often, and in which order, they arrive (docs/payments.md#advancing).
 */
@Injectable()
export class ExpectedCollections implements PaymentExpectation {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CollectionsRepository,
    private readonly queue: CollectionQueue,
  ) {}

  async hear(tx: Transaction, news: PaymentNews): Promise<boolean> {
    if ((await this.repository.hear(tx, news)) === 0) return false;
    this.transactions.afterCommit(tx, this.queue.wake);
    return true;
  }
}
