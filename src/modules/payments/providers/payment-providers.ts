import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RequestError, ValidationFailedError } from '../../../platform/errors/app-error';
import { Extensions } from '../../../platform/extensions';
import {
  MalformedNotificationError,
  PAYMENT_PROVIDERS,
  type InboundHeaders,
  type PaymentProvider,
  type PaymentUpdate,
  type RawNotification,
  type SenderHints,
} from '../provider-kit';
import { assertRawNotifications, assertUpdate } from './provider-contract';

/** A path segment of the URL. */
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/**
 * The payment providers of this installation by name, and every call of their adapters. A call throws
 * ExtensionFailedError when the adapter breaks its contract.
 */
@Injectable()
export class PaymentProviders implements OnModuleInit {
  private readonly byName = new Map<string, PaymentProvider>();

  constructor(private readonly extensions: Extensions) {}

  /** @throws Error for a duplicate name, or one that is no path segment. */
  onModuleInit(): void {
    for (const provider of this.extensions.of(PAYMENT_PROVIDERS)) {
      const { name } = provider;
      if (!NAME.test(name)) throw new Error(`"${name}" is not a valid name of a payment provider`);
      if (this.byName.has(name)) throw new Error(`The payment provider "${name}" is registered twice`);
      this.byName.set(name, provider);
    }
  }

  get names(): string[] {
    return [...this.byName.keys()];
  }

  find(name: string): PaymentProvider | null {
    return this.byName.get(name) ?? null;
  }

  /** @throws ValidationFailedError for an unknown name in the field `provider`. */
  assertKnown(name: string): void {
    if (this.byName.has(name)) return;
    const message = `provider must be one of: ${this.names.join(', ')}.`;
    throw ValidationFailedError.of('provider', 'invalid_value', message);
  }

  /** @throws RequestError (404) for an unknown name in the path. */
  get(name: string): PaymentProvider {
    const found = this.find(name);
    if (found === null) throw new RequestError('not_found', 'This payment provider does not exist.');
    return found;
  }

  secretProblem(provider: PaymentProvider, secret: string): Promise<string | null> {
    return this.extensions.call(PAYMENT_PROVIDERS, provider, (it) => it.secretProblem(secret));
  }

  verify(
    provider: PaymentProvider,
    { headers, rawBody }: { headers: InboundHeaders; rawBody: Buffer },
    secrets: readonly string[],
    now: Date,
  ): Promise<boolean> {
    return this.extensions.call(PAYMENT_PROVIDERS, provider, (it) => {
      // Nothing else verifies, not even a promise: the types do not bind an adapter written in JavaScript.
      const verdict: unknown = it.verify(headers, rawBody, secrets, now);
      return verdict === true;
    });
  }

  hints(provider: PaymentProvider, body: unknown): Promise<SenderHints> {
    return this.extensions.call(PAYMENT_PROVIDERS, provider, (it) => it.hints(body));
  }

  /** @throws ValidationFailedError for a body that is not the provider's. */
  async split(
    provider: PaymentProvider,
    body: unknown,
    bodyText: string,
    headers: InboundHeaders,
  ): Promise<RawNotification[]> {
    const result = await this.extensions.call(PAYMENT_PROVIDERS, provider, (it) =>
      orRefusal(ValidationFailedError, () => {
        const notifications = it.split(body, bodyText, headers);
        assertRawNotifications(notifications);
        return notifications;
      }),
    );
    if (result instanceof ValidationFailedError) throw result;
    return result;
  }

  /** @throws MalformedNotificationError */
  async read(provider: PaymentProvider, notification: unknown): Promise<PaymentUpdate> {
    const result = await this.extensions.call(PAYMENT_PROVIDERS, provider, (it) =>
      orRefusal(MalformedNotificationError, () => {
        const update = it.read(notification);
        assertUpdate(update);
        return update;
      }),
    );
    if (result instanceof MalformedNotificationError) throw result;
    return result;
  }
}

/** Returns the refusals that the contract allows, because `Extensions.call` takes every error for a failure. */
function orRefusal<T, Refusal>(refusal: new (...args: never[]) => Refusal, work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof refusal) return error;
    throw error;
  }
}
