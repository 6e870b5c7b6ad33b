import type { ClaimedDelivery } from '../../src/modules/webhooks/engine/claimed-delivery';
import { DeliveryDatabase } from '../../src/modules/webhooks/engine/delivery-database';
import type { AttemptRecord } from '../../src/modules/webhooks/engine/attempt-record';
import { DeliveryQueue } from '../../src/modules/webhooks/engine/delivery-queue';
import { nextStep } from '../../src/modules/webhooks/webhook.rules';
import { CONFIG, type Config } from '../../src/platform/config/config';
import { Notifier } from '../../src/platform/database/notifier';
import { WriteFailures } from '../../src/platform/database/write-failures';
import { CLOCK, type Clock } from '../../src/platform/domain/clock';
import type { TestApp } from './test-app';

/** Returns a queue for another worker, by default on the database connections of the application. */
export function aQueue({ app }: TestApp, database?: DeliveryDatabase): DeliveryQueue {
  return new DeliveryQueue(
    database ?? app.get(DeliveryDatabase, { strict: false }),
    app.get(WriteFailures, { strict: false }),
    app.get(Notifier, { strict: false }),
    app.get<Config>(CONFIG, { strict: false }),
    app.get<Clock>(CLOCK, { strict: false }),
  );
}

/** Returns the record of an attempt that got the response `httpStatus`; only 500 counts as a failure. */
export function outcomeOf(claimed: ClaimedDelivery, httpStatus: number): AttemptRecord {
  const success = httpStatus !== 500;
  return {
    organizationId: claimed.organizationId,
    deliveryId: claimed.id,
    generation: claimed.generation,
    attemptedAt: new Date(),
    httpStatus,
    response: 'x',
    success,
    durationMs: 12,
    inboxHeaders: null,
    errorMessage: success ? null : `http_status: the endpoint returned ${httpStatus}`,
    ...nextStep(claimed, { success, unknown: false, retryAfterSeconds: null }),
  };
}
