import { ExtensionFailedError } from '../../../platform/extensions';
import { parseExactJson } from '../../../platform/http/exact-json';
import { logger } from '../../../platform/observability/logger';
import {
  MalformedItemError,
  type PaymentProvider,
  type ProviderNotification,
} from '../providers/payment-provider';
import type { PaymentProviders } from '../providers/payment-providers';
import type { NotificationResult } from './notification-results';

/** Returns the reason of a notification that failed for an error of this service or of an extension. */
export function faultOf(error: unknown): string {
  return error instanceof ExtensionFailedError ? error.summary : 'An internal error occurred.';
}

/** Parses a notification. The returned result is final if the notification is malformed or ignored. */
export function understand(
  providers: PaymentProviders,
  provider: PaymentProvider,
  text: string,
): { content: ProviderNotification | null; result: NotificationResult } {
  try {
    const content = providers.read(provider, parseExactJson(text));
    const result = content.outcome === 'ignored' ? ignored(content.ignoredReason) : RECEIVED;
    return { content, result };
  } catch (error) {
    if (!(error instanceof MalformedItemError)) {
      logger.error({ provider: provider.name, err: error }, 'Could not parse a notification');
      return { content: null, result: failure(faultOf(error)) };
    }
    return { content: null, result: failure(`The notification is malformed: ${error.message}.`) };
  }
}

const UNDONE = { reason: null, effect: null, needsReview: false, paymentId: null } as const;
const RECEIVED: NotificationResult = { ...UNDONE, status: 'received' };

function ignored(reason: string | null): NotificationResult {
  return { ...UNDONE, status: 'ignored', reason };
}

/** Returns the result of a notification that could not be parsed or applied. */
export function failure(reason: string): NotificationResult {
  return { ...UNDONE, status: 'failed', reason, needsReview: true };
}
