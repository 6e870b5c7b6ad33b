import { InvalidStateError, RequestError, ServiceUnavailableError } from '../../platform/errors/app-error';

/** The provider refused the request for good. */
export class ProviderRejectedError extends RequestError {
  constructor(provider: string, reason: string | null) {
    super('provider_rejected', `${provider} refused the request: ${reason ?? 'it gave no reason'}`);
  }
}

/** The provider is down, or its answer was lost. */
export class ProviderUnavailableError extends ServiceUnavailableError {
  constructor(provider: string) {
    super(
      `${provider} does not respond at the moment. Retry shortly: a repetition continues what was begun.`,
    );
  }
}

/** There is nothing to charge. */
export class MissingMethodError extends InvalidStateError {
  /** @param hadOne whether the customer has had a saved method */
  constructor(
    readonly customerId: string,
    readonly hadOne: boolean,
  ) {
    super('The customer has no default payment method that can be charged.');
  }
}
