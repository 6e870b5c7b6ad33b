import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { InvalidStateError, NotFoundError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { CustomerBillingTerms } from '../../customers';
import { ProviderUnavailableError } from '../collection.errors';
import { CollectionProviders } from '../links/collection-providers';
import { MethodQueues } from './method-queues';
import { toProviderCustomerResponse } from './payment-method.dto';
import type { PaymentMethodEntity, ProviderCustomerEntity } from './payment-method.entity';
import { PaymentMethodsRepository } from './payment-methods.repository';
import { SavedMethods } from './saved-methods';

/** Use cases of saved methods (docs/payments.md#saved-methods). */
@Injectable()
export class PaymentMethodsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PaymentMethodsRepository,
    private readonly saved: SavedMethods,
    private readonly queues: MethodQueues,
    private readonly providers: CollectionProviders,
    private readonly customers: CustomerBillingTerms,
  ) {}

  /** @throws NotFoundError for an unknown customer */
  async list(caller: Caller, customerId: string, query: PageQuery): Promise<Page<PaymentMethodEntity>> {
    const { organizationId } = caller;
    return this.transactions.readFor(caller, async (tx) => {
      await this.customers.of(tx, organizationId, customerId);
      return this.repository.list(tx, organizationId, customerId, query);
    });
  }

  /** @throws NotFoundError; InvalidStateError for a method that cannot be charged */
  makeDefault(caller: Caller, customerId: string, id: string): Promise<PaymentMethodEntity> {
    return this.transactions.runFor(caller, async (tx) => {
      await this.customers.lock(tx, caller.organizationId, [customerId]);
      const method = await this.repository.find(tx, caller.organizationId, customerId, id);
      if (method?.deletedAt !== null) throw new NotFoundError('payment method');
      if (!method.isUsable) throw new InvalidStateError('The payment method cannot be charged any more.');
      return this.saved.makeDefault(tx, method);
    });
  }

  /**
   * Deletes a method here at once, then at the provider. Idempotent: a repetition tries the provider again.
   *
   * @throws NotFoundError; ProviderUnavailableError when the provider does not know of it yet
   */
  async delete(caller: Caller, customerId: string, id: string): Promise<PaymentMethodEntity> {
    const { organizationId } = caller;
    const method = await this.transactions.runFor(caller, async (tx) => {
      const found = await this.repository.find(tx, organizationId, customerId, id);
      if (found === null) throw new NotFoundError('payment method');
      return found.deletedAt === null ? this.saved.delete(tx, found) : found;
    });
    const { provider, providerCustomerId, providerMethodId } = method;
    const about = { collectionId: null, customerId };
    const collector = await this.providers.open(organizationId, provider, about);
    const { kind } = await collector.deleteMethod(providerCustomerId, providerMethodId);
    if (kind === 'unavailable' || kind === 'unknown') throw new ProviderUnavailableError(provider);
    return method;
  }

  /** Returns the customer of a provider that the customer is mapped to. @throws NotFoundError */
  async mappingOf(caller: Caller, customerId: string, provider: string): Promise<ProviderCustomerEntity> {
    const found = await this.transactions.readFor(caller, (tx) =>
      this.repository.findCustomer(tx, caller.organizationId, customerId, provider),
    );
    if (found === null) throw new NotFoundError('mapping');
    return found;
  }

  /** Asks the providers soon what became of the pages on which the customer saves methods. */
  async refresh(organizationId: string, customerId: string): Promise<void> {
    await this.transactions.runFor(organizationId, async (tx) => {
      await this.repository.hearOf(tx, organizationId, customerId);
      this.queues.wakeAfter(tx);
    });
  }

  /**
   * Maps the customer to one of a provider; its saved methods are read soon.
   *
   * @throws NotFoundError; ConflictError; PreconditionFailedError; RequestError when the provider is not connected
   */
  async adopt(
    caller: Caller,
    customerId: string,
    mapping: Pick<ProviderCustomerEntity, 'provider' | 'providerCustomerId'>,
  ): Promise<ProviderCustomerEntity> {
    const { organizationId } = caller;
    await this.transactions.readFor(caller, (tx) => this.customers.of(tx, organizationId, customerId));
    await this.providers.open(organizationId, mapping.provider, { collectionId: null, customerId });
    return this.transactions.runFor(caller, async (tx) => {
      await this.customers.of(tx, organizationId, customerId);
      await this.customers.lock(tx, organizationId, [customerId]);
      const before = await this.repository.findCustomer(tx, organizationId, customerId, mapping.provider);
      caller.precondition?.check(before === null ? null : toProviderCustomerResponse(before));
      this.queues.wakeAfter(tx);
      return this.saved.adopt(tx, organizationId, customerId, mapping);
    });
  }
}
