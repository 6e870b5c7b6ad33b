import { Injectable } from '@nestjs/common';
import { RequestError, ValidationFailedError } from '../../../platform/errors/app-error';
import { describeProviderName } from './provider-name.field';
import { publishedProviders } from './published-providers';
import type { PaymentProvider } from './payment-provider';

/** A path segment of the URL. */
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Dependency-injection token of the registry of payment providers. */
export const PAYMENT_PROVIDERS = Symbol('PAYMENT_PROVIDERS');

/**
 * The payment providers of this installation, by name: the five published ones, and those that modules register at
 * start-up. Each name is a path segment beside the published ones.
 */
@Injectable()
export class PaymentProviders {
  private readonly byName = new Map<string, PaymentProvider>();

  constructor() {
    for (const provider of publishedProviders) this.register(provider);
  }

  /** @throws Error for a name that is taken or cannot be a path segment. */
  register(provider: PaymentProvider): void {
    const { name } = provider;
    if (!NAME.test(name)) throw new Error(`"${name}" is not a valid name for a payment provider`);
    if (this.byName.has(name)) throw new Error(`A payment provider named "${name}" is already registered`);
    this.byName.set(name, provider);
    describeProviderName(name);
  }

  /** Returns the names in the order of registration. */
  get names(): string[] {
    return [...this.byName.keys()];
  }

  find(name: string): PaymentProvider | null {
    return this.byName.get(name) ?? null;
  }

  /** @throws ValidationFailedError for a name in the field or query parameter `provider` that no provider has. */
  assertKnown(name: string): void {
    if (this.byName.has(name)) return;
    const message = `provider must be one of: ${this.names.join(', ')}.`;
    throw ValidationFailedError.of('provider', 'invalid_value', message);
  }

  /** @throws RequestError (404) for an unknown name in the path. */
  get(name: string): PaymentProvider {
    const found = this.find(name);
    if (found !== null) return found;
    const names = this.names.join(', ');
    throw new RequestError(
      'not_found',
      `There is no payment provider with this name. The names are: ${names}.`,
    );
  }
}
