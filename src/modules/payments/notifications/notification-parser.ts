import { Injectable } from '@nestjs/common';
import { ExtensionFailedError } from '../../../platform/extensions';
import { logger } from '../../../platform/observability/logger';
import { MalformedNotificationError, type PaymentUpdate } from '../provider-kit';
import { PaymentProviders } from '../providers/payment-providers';
import type { ProviderNotificationEntity } from './notification.entity';

/** What became of a notification. */
export type NotificationResult = Pick<
  ProviderNotificationEntity,
  'status' | 'reason' | 'effect' | 'needsReview' | 'paymentId'
>;

/** A notification in our own terms, or the result of one that cannot be parsed or changes no payment. */
export interface ParsedNotification {
  update: PaymentUpdate | null;
  result: NotificationResult;
}

const NO_EFFECT = { reason: null, effect: null, needsReview: false, paymentId: null } as const;

/** Parses the stored text of notifications with the adapter of their provider. */
@Injectable()
export class NotificationParser {
  constructor(private readonly providers: PaymentProviders) {}

  /** Returns the failure of a notification that cannot be parsed; never throws for one. */
  async parse(name: string, text: string): Promise<ParsedNotification> {
    const provider = this.providers.find(name);
    if (provider === null)
      return { update: null, result: failed(`The provider ${name} is no longer installed.`) };
    try {
      const update = await this.providers.read(provider, JSON.parse(text) as unknown);
      if (update.outcome !== 'ignored') return { update, result: { ...NO_EFFECT, status: 'received' } };
      return { update, result: { ...NO_EFFECT, status: 'ignored', reason: update.ignoredReason } };
    } catch (error) {
      if (error instanceof MalformedNotificationError) {
        return { update: null, result: failed(`The notification is malformed: ${error.message}.`) };
      }
      if (!(error instanceof ExtensionFailedError)) throw error;
      logger.error({ provider: name, err: error }, 'Could not parse a payment notification');
      return { update: null, result: failed(error.message) };
    }
  }
}

/** Returns the result of a notification that a person has to look at. */
export function failed(reason: string): NotificationResult {
  return { ...NO_EFFECT, status: 'failed', reason, needsReview: true };
}
