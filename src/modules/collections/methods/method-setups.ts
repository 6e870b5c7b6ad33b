import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { CustomerBillingTerms } from '../../customers';
import type { CheckoutInput } from '../collection.dto';
import { ProviderRejectedError, ProviderUnavailableError } from '../collection.errors';
import { CollectionProviders } from '../links/collection-providers';
import type { PaymentMethodSetupEntity } from './payment-method.entity';
import { PaymentMethodsRepository } from './payment-methods.repository';

/** A page on which a customer saves a method. */
export interface OpenSetup {
  readonly id: string;
  readonly url: string;
  readonly expiresAt: Date | null;
}

export interface SetupInput extends CheckoutInput {
  readonly currency: string | null;
}

/** Opens the pages on which customers save methods (docs/payments.md#saved-methods). */
@Injectable()
export class MethodSetups {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PaymentMethodsRepository,
    private readonly providers: CollectionProviders,
    private readonly customers: CustomerBillingTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Opens a page of the provider on which the customer saves a method. A page whose answer is lost takes no money and
   * expires unseen.
   *
   * @throws NotFoundError; ProviderUnavailableError; ProviderRejectedError; RequestError when no provider is connected
   */
  async setup(caller: Caller, customerId: string, input: SetupInput): Promise<OpenSetup> {
    const { organizationId } = caller;
    const { buyer, currency } = await this.customerOf(caller, customerId);
    const about = { collectionId: null, customerId };
    const collector = await this.providers.open(organizationId, input.provider, about);
    const { name: provider } = collector;
    const setup = await this.begin(caller, customerId, provider);
    const { id } = setup;
    const mapping = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.findCustomer(tx, organizationId, customerId, provider),
    );
    const result = await collector.createSetup({
      ...{ setupId: id, reference: `${id.replaceAll('-', '')}-1`, payer: buyer },
      providerCustomerId: mapping?.providerCustomerId ?? null,
      currency: input.currency ?? currency,
      ...{ successUrl: input.successUrl, cancelUrl: input.cancelUrl },
    });
    if (result.kind === 'rejected') throw new ProviderRejectedError(provider, result.reason);
    if (result.kind !== 'done' || result.value.url === null) throw new ProviderUnavailableError(provider);
    const { setupObjectId, url, expiresAt } = result.value;
    await this.transactions.runFor(organizationId, async (tx) => {
      const nextActionAt = await this.repository.now(tx);
      await this.repository.saveSetup(tx, { ...setup, setupObjectId, nextActionAt });
    });
    return { id, url, expiresAt };
  }

  private begin(caller: Caller, customerId: string, provider: string): Promise<PaymentMethodSetupEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const now = this.clock.now();
      const setup: PaymentMethodSetupEntity = {
        ...{ organizationId, id: newId(), customerId, provider, setupObjectId: null, status: 'open' },
        ...{ polls: 0, nextActionAt: null, createdAt: now, updatedAt: now },
      };
      await this.repository.saveSetup(tx, setup);
      return setup;
    });
  }

  private customerOf(caller: Caller, customerId: string) {
    const { organizationId } = caller;
    return this.transactions.readFor(caller, async (tx) => {
      const { defaultCurrency: currency } = await this.customers.of(tx, organizationId, customerId);
      const buyers = await this.customers.buyers(tx, organizationId, [customerId]);
      const { name = null, email = null } = buyers.get(customerId) ?? {};
      return { currency, buyer: { name, email } };
    });
  }
}
