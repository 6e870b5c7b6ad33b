import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { CollectionInFlightError } from '../invoices';
import type { CollectionEntity } from './collection.entity';
import { CollectionsRepository, type CollectionFilters } from './collections.repository';
import { CollectionEnding } from './lifecycle/collection-ending';

/** Use cases of collections (docs/payments.md#collections). */
@Injectable()
export class CollectionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CollectionsRepository,
    private readonly ending: CollectionEnding,
  ) {}

  list(caller: Caller, filters: CollectionFilters, query: PageQuery): Promise<Page<CollectionEntity>> {
    return this.transactions.readFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  /** @throws NotFoundError */
  async get(caller: Caller, id: string): Promise<CollectionEntity> {
    const collection = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (collection === null) throw new NotFoundError('collection');
    return collection;
  }

  /**
   * Makes a collection dead. Idempotent.
   *
   * @throws NotFoundError; CollectionInFlightError while the provider cannot end it
   */
  async cancel(caller: Caller, id: string): Promise<CollectionEntity> {
    const { organizationId } = caller;
    await this.get(caller, id);
    const isDead = await this.ending.end(organizationId, id);
    // For the audit log; what was canceled is committed.
    const collection = await this.transactions.runFor(caller, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (collection === null) throw new NotFoundError('collection');
    if (!isDead) throw new CollectionInFlightError(id);
    return collection;
  }
}
