import { Injectable } from '@nestjs/common';
import { RequestError, ValidationFailedError } from '../../../platform/errors/app-error';
import { CollectorConnections, type CollectorUse, type ConnectedCollector } from '../../payments';
import { InexpressibleAmountError, toProviderAmount, type AmountTable } from '../../payments/collector-kit';

/** A provider with a page that takes an amount. */
export interface LinkProvider {
  readonly name: string;
  /** What payers call it. */
  readonly title: string;
}

/** Chooses the providers of collections. */
@Injectable()
export class CollectionProviders {
  constructor(private readonly connections: CollectorConnections) {}

  /**
   * Opens a provider: the one that is named, or the only one that is connected for collecting.
   *
   * @throws RequestError (`provider_not_connected`); ValidationFailedError when several are connected and none is named
   */
  async open(
    organizationId: string,
    provider: string | null,
    about: CollectorUse,
  ): Promise<ConnectedCollector> {
    const name = provider ?? (await this.onlyOne(organizationId));
    return this.connections.open(organizationId, name, about);
  }

  /** Returns the connected providers whose pages take an amount, the earliest connected first. */
  async ofLinks(organizationId: string, amountCents: bigint, currency: string): Promise<LinkProvider[]> {
    const collectors = await this.connections.collectorsOf(organizationId);
    return collectors
      .filter(({ amounts, linkCurrencies }) => {
        const takesCurrency = linkCurrencies?.has(currency) ?? true;
        return takesCurrency && isExpressible(amounts, amountCents, currency);
      })
      .map(({ name, title = name }) => ({ name, title }));
  }

  /** @throws ValidationFailedError naming `provider` for an amount that the provider cannot take */
  assertExpressible({ amounts }: ConnectedCollector, amountCents: bigint, currency: string): void {
    try {
      toProviderAmount(amounts, amountCents, currency);
    } catch (error) {
      if (!(error instanceof InexpressibleAmountError)) throw error;
      throw ValidationFailedError.of('provider', 'amount_not_supported', error.message);
    }
  }

  private async onlyOne(organizationId: string): Promise<string> {
    const [first, ...others] = await this.connections.collecting(organizationId);
    if (first === undefined) {
      throw new RequestError(
        'provider_not_connected',
        'No payment provider is connected for collecting: set credentials with PUT /v1/payment_providers/{provider}.',
      );
    }
    if (others.length === 0) return first;
    const message = `provider must be one of the connected ones: ${[first, ...others].join(', ')}.`;
    throw ValidationFailedError.of('provider', 'required', message);
  }
}

function isExpressible(amounts: AmountTable, amountCents: bigint, currency: string): boolean {
  try {
    toProviderAmount(amounts, amountCents, currency);
    return true;
  } catch (error) {
    if (error instanceof InexpressibleAmountError) return false;
    throw error;
  }
}
