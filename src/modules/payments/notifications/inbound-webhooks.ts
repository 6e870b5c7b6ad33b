import { Injectable } from '@nestjs/common';
import { RequestError, UnauthorizedError } from '../../../platform/errors/app-error';
import { isTooDeep } from '../../../platform/http/json-inspection';
import { PaymentProviders } from '../providers/payment-providers';
import { NotificationIntake, type ReceivedNotification } from './notification-intake';
import { SenderVerification, type InboundCall } from './sender-verification';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Receives the webhooks of payment providers (docs/payments.md#inbound-notifications). */
@Injectable()
export class InboundWebhooks {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly senders: SenderVerification,
    private readonly intake: NotificationIntake,
  ) {}

  /**
   * Verifies the bytes, then stores and processes the notifications in them.
   *
   * @throws RequestError (404) for an unknown provider, (400) for a verified body that is not JSON; UnauthorizedError
   *   when no secret verifies; ValidationFailedError for one of another shape than the provider's.
   */
  async receive(name: string, call: InboundCall): Promise<ReceivedNotification[]> {
    const provider = this.providers.get(name);
    const organizationId = await this.senders.identify(provider, call);
    if (organizationId === null) {
      throw new UnauthorizedError(
        'The signature is missing, or no secret configured for this provider verifies it.',
        'provider_signature',
      );
    }
    const text = textOf(call.rawBody);
    const items = await this.providers.split(provider, parse(text), text, call.headers);
    return this.intake.receive(organizationId, name, items);
  }
}

function textOf(rawBody: Buffer): string {
  try {
    return utf8.decode(rawBody);
  } catch {
    throw new RequestError('malformed_json', 'The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  if (isTooDeep(text)) throw new RequestError('malformed_json', 'The body is nested too deeply.');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RequestError('malformed_json', 'The body is not valid JSON.');
  }
}
