import { Injectable } from '@nestjs/common';
import { RequestError } from '../../../platform/errors/app-error';
import { parseExactJson } from '../../../platform/http/exact-json';
import { isTooDeep } from '../../../platform/http/json-inspection';
import { PaymentProviders } from '../providers/payment-providers';
import { Inbox, type TakenItem } from './inbox';
import { NotificationBacklog } from './notification-backlog';
import { Senders, type InboundCall } from './senders';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Receives the webhooks of payment providers (docs/payments.md). */
@Injectable()
export class InboundWebhooks {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly senders: Senders,
    private readonly inbox: Inbox,
    private readonly backlog: NotificationBacklog,
  ) {}

  /**
   * Verifies the signature of the body, then stores and processes its notifications.
   *
   * @throws RequestError (404) for an unknown provider, (401) if no known secret signed the body, (400) if
   *   the signed body is not JSON; ValidationFailedError if it does not have the shape that the provider
   *   documents.
   */
  async receive(name: string, call: InboundCall): Promise<TakenItem[]> {
    const provider = this.providers.get(name);
    const organizationId = await this.senders.identify(provider, call);
    if (organizationId === null) {
      throw new RequestError(
        'unauthorized',
        'The signature is missing or matches no secret that is configured for this provider.',
      );
    }
    const text = textOf(call.rawBody);
    const items = this.providers.split(provider, parse(text), text, call.headers);
    const taken = await this.inbox.take(organizationId, provider, items);
    // A duplicate wakes the backlog too: the first delivery may have left notifications unprocessed.
    if (items.length > 1) this.backlog.wake();
    return taken;
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
    return parseExactJson(text);
  } catch {
    throw new RequestError('malformed_json', 'The body is not valid JSON.');
  }
}
