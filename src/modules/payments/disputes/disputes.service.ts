import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { NotFoundError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import type { DisputeEntity } from './dispute.entity';
import { DisputesRepository, type DisputeFilters } from './disputes.repository';

/** Reads disputes (docs/payments.md#disputes). */
@Injectable()
export class DisputesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: DisputesRepository,
  ) {}

  list(caller: Caller, filters: DisputeFilters, query: PageQuery): Promise<Page<DisputeEntity>> {
    return this.transactions.readFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  async get(caller: Caller, id: string): Promise<DisputeEntity> {
    const dispute = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (dispute === null) throw new NotFoundError('dispute');
    return dispute;
  }
}
