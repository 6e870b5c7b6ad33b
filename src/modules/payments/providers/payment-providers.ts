import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError, RequestError, ValidationFailedError } from '../../../platform/errors/app-error';
import { Extensions } from '../../../platform/extensions';
import {
  MalformedItemError,
  PAYMENT_PROVIDERS,
  type InboundHeaders,
  type PaymentProvider,
  type ProviderItem,
  type ProviderNotification,
  type SenderHints,
} from './payment-provider';
import { assertItems, assertNotification } from './provider-contract';

/** A path segment of the URL. */
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/**
 * The payment providers of this installation by name, and every call of their adapters. A call throws
 * ExtensionFailedError if the adapter breaks its contract.
 */
@Injectable()
export class PaymentProviders implements OnModuleInit {
  private readonly byName = new Map<string, PaymentProvider>();

  constructor(private readonly extensions: Extensions) {}

  /** @throws Error for a name that two providers have or that cannot be a path segment. */
  onModuleInit(): void {
    for (const provider of this.extensions.of(PAYMENT_PROVIDERS)) {
      const { name } = provider;
      if (!NAME.test(name)) {
        throw new Error(`"${name}" is not a valid name for a payment provider: it must match ${NAME.source}`);
      }
      if (this.byName.has(name)) throw new Error(`Two payment providers have the name "${name}"; rename one`);
      this.byName.set(name, provider);
    }
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

  secretProblem(provider: PaymentProvider, secret: string): string | null {
    return this.extensions.callSync(PAYMENT_PROVIDERS, provider, (it) => it.secretProblem(secret));
  }

  verify(
    provider: PaymentProvider,
    { headers, rawBody }: { headers: InboundHeaders; rawBody: Buffer },
    secrets: readonly string[],
    now: Date,
  ): boolean {
    return this.extensions.callSync(PAYMENT_PROVIDERS, provider, (it) => {
      // A truthy value, such as a promise, must not authenticate anybody.
      const verdict: unknown = it.verify(headers, rawBody, secrets, now);
      return verdict === true;
    });
  }

  hints(provider: PaymentProvider, body: unknown): SenderHints {
    return this.extensions.callSync(PAYMENT_PROVIDERS, provider, (it) => it.hints(body));
  }

  /** @throws ValidationFailedError for a body that has another shape. */
  split(
    provider: PaymentProvider,
    body: unknown,
    bodyText: string,
    headers: InboundHeaders,
  ): readonly ProviderItem[] {
    const split = (it: PaymentProvider): ProviderItem[] => {
      const items = it.split(body, bodyText, headers);
      assertItems(items);
      return items;
    };
    return this.extensions.callSync(PAYMENT_PROVIDERS, provider, split, [AppError]);
  }

  /** @throws MalformedItemError */
  read(provider: PaymentProvider, item: unknown): ProviderNotification {
    const read = (it: PaymentProvider): ProviderNotification => {
      const notification = it.read(item);
      assertNotification(notification);
      return notification;
    };
    return this.extensions.callSync(PAYMENT_PROVIDERS, provider, read, [MalformedItemError]);
  }
}
