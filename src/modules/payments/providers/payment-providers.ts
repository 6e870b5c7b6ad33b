import { Injectable } from '@nestjs/common';
import { RequestError } from '../../../platform/errors/app-error';
import { publishedProviders } from './published-providers';
import type { PaymentProvider } from './payment-provider';

/** Dependency-injection token of the providers of this installation; a module of its own adds to them. */
export const PAYMENT_PROVIDERS = Symbol('PAYMENT_PROVIDERS');

/** The providers of this installation, by name. */
@Injectable()
export class PaymentProviders {
  private readonly byName = new Map(publishedProviders.map((it) => [it.name, it]));

  /** Adds a provider; called once at start. test/conformance has what it must pass. */
  register(provider: PaymentProvider): void {
    if (this.byName.has(provider.name)) throw new Error(`The payment provider ${provider.name} is taken`);
    this.byName.set(provider.name, provider);
  }

  /** In the order in which they were registered. */
  get names(): string[] {
    return [...this.byName.keys()];
  }

  find(name: string): PaymentProvider | null {
    return this.byName.get(name) ?? null;
  }

  /** @throws RequestError (404) for a name in the path that no provider has. */
  get(name: string): PaymentProvider {
    const found = this.find(name);
    if (found === null) throw new RequestError('not_found', 'There is no payment provider of this name.');
    return found;
  }
}
