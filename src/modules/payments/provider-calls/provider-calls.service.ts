import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { PaymentProviders } from '../providers/payment-providers';
import type { ProviderCallEntity } from './provider-call.entity';
import { ProviderCallsRepository, type ProviderCallFilters } from './provider-calls.repository';

/** Use cases of the recorded calls of payment providers (docs/payments.md#calls-of-providers). */
@Injectable()
export class ProviderCallsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ProviderCallsRepository,
    private readonly providers: PaymentProviders,
  ) {}

  /** @throws RequestError (404) for an unknown provider. */
  list(
    caller: Caller,
    provider: string,
    filters: ProviderCallFilters,
    query: PageQuery,
  ): Promise<Page<ProviderCallEntity>> {
    this.providers.get(provider);
    return this.transactions.reportFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, provider, filters, query),
    );
  }
}
