import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { instantOf } from '../../../platform/domain/id';
import { isLocalShortage } from '../../../platform/errors/local-shortage';
import { ExtensionFailedError } from '../../../platform/extensions';
import { logger } from '../../../platform/observability/logger';
import { deliveryAttempts, deliveryDelay, deliveryDuration } from '../../../platform/observability/metrics';
import { SeriesByLabels } from '../../../platform/observability/series';
import {
  AddressPolicy,
  OutboundClient,
  toStoredText,
  type OutboundOutcome,
} from '../../../platform/outbound';
import { UnreadableSecretError } from '../../../platform/secrets/secret-box';
import type { ClaimedDelivery } from '../queue/claimed-delivery';
import type { AttemptRecord } from '../queue/delivery-queue';
import { INBOX_URL } from '../../webhook-endpoints';
import { InboxWriter } from '../inbox/inbox-writer';
import { nextStep } from '../webhook.rules';
import { EndpointHealth } from './endpoint-health';
import { DeliverySigning, UnknownAlgorithmError } from './delivery-signing';

const attempts = new SeriesByLabels((outcome: string) => deliveryAttempts.labels(outcome));
const durations = new SeriesByLabels((success: string) => deliveryDuration.labels(success));

const MAX_MESSAGE_CHARS = 500;

/** What is recorded of the request of an attempt; null until it is signed. */
interface SentRequest {
  headers: string | null;
}

/** Makes one attempt: signs, sends, and decides the delivery's next step. Does not wait for the database. */
@Injectable()
export class DeliveryAttempt implements OnApplicationShutdown {
  private readonly client: OutboundClient;
  /** Deadline of an attempt: signing, sending and reading the response. */
  private readonly timeoutMs: number;

  constructor(
    private readonly signing: DeliverySigning,
    private readonly inbox: InboxWriter,
    policy: AddressPolicy,
    private readonly health: EndpointHealth,
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.timeoutMs = config.webhooks.timeoutMs;
    this.client = new OutboundClient({ policy, deadlineMs: this.timeoutMs });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  /**
   * Never rejects: an attempt that cannot be made has failed, and is retried on the same schedule. Returns null if this
   * process lacks the descriptors or memory for it: nothing was sent, and it must not cost the delivery a retry.
   */
  async make(delivery: ClaimedDelivery): Promise<AttemptRecord | null> {
    const attemptedAt = this.clock.now();
    const request: SentRequest = { headers: null };
    const outcome = await this.send(delivery, attemptedAt, request).catch((error: unknown) =>
      failureOf(delivery, error),
    );
    if (outcome.localShortage === true) {
      attempts.of('local_shortage').inc();
      return null;
    }
    this.report(delivery, outcome, attemptedAt);
    this.health.attemptEnded(delivery, outcome.success);
    const { success, retryAfterSeconds } = outcome;
    const next = nextStep(delivery, { success, retryAfterSeconds, unknown: false });
    return {
      organizationId: delivery.organizationId,
      deliveryId: delivery.id,
      generation: delivery.generation,
      attemptedAt,
      httpStatus: outcome.httpStatus,
      response: outcome.responseBody,
      durationMs: outcome.durationMs,
      requestHeaders: request.headers,
      responseHeaders: outcome.responseHeaders,
      success,
      errorMessage: outcome.errorMessage,
      // No spread: V8 adds the properties of a spread slowly, and thousands of records per second are made here.
      stage: next.stage,
      delaySeconds: next.delaySeconds,
      retries: next.retries,
      expiredLeases: next.expiredLeases,
    };
  }

  private async send(delivery: ClaimedDelivery, at: Date, request: SentRequest): Promise<OutboundOutcome> {
    const endsAt = performance.now() + this.timeoutMs;
    const { body, headers, recorded } = await this.signing.sign(delivery, at, endsAt);
    request.headers = recorded;
    const { target, organizationId } = delivery;
    if (target.url === INBOX_URL) return await this.inbox.receive(delivery, headers);
    // Rounded up, so that signing in no time leaves the client its own deadline.
    const deadlineMs = Math.ceil(endsAt - performance.now());
    return await this.client.post({ url: target.url, body, headers, onBehalfOf: organizationId, deadlineMs });
  }

  private report(delivery: ClaimedDelivery, outcome: OutboundOutcome, attemptedAt: Date): void {
    const errorClass = outcome.success ? 'success' : (outcome.errorMessage?.split(':')[0] ?? 'http_status');
    attempts.of(errorClass).inc();
    durations.of(String(outcome.success)).observe(outcome.durationMs / 1000);
    if (delivery.attemptNumber === 1) {
      deliveryDelay.observe(Math.max(0, (attemptedAt.getTime() - instantOf(delivery.id)) / 1000));
    }
    if (outcome.success && !logger.isLevelEnabled('debug')) return;
    const line = {
      organization_id: delivery.organizationId,
      delivery_id: delivery.id,
      webhook_endpoint_id: delivery.endpointId,
      webhook_type: delivery.kind,
      attempt: delivery.attemptNumber,
      http_status: outcome.httpStatus,
      ms: Math.round(outcome.durationMs),
    };
    if (outcome.success) logger.debug(line, 'Delivery succeeded');
    else logger.info({ ...line, error: outcome.errorMessage }, 'Delivery attempt failed');
  }
}

function failureOf(delivery: ClaimedDelivery, error: unknown): OutboundOutcome {
  logger.error({ err: error, delivery_id: delivery.id }, 'Could not make a delivery attempt');
  return {
    sent: false,
    httpStatus: null,
    responseBody: null,
    responseHeaders: null,
    success: false,
    errorMessage: toStoredText(messageOf(error), MAX_MESSAGE_CHARS),
    retryAfterSeconds: null,
    localShortage: isLocalShortage(error) || undefined, // of a signer
    durationMs: 0,
  };
}

/** Returns an error message in the form of OutboundClient's: a class and a sentence. */
function messageOf(error: unknown): string {
  if (error instanceof UnreadableSecretError)
    return 'signing_failed: the signing secret cannot be decrypted; rotate it, or restore its key in ENCRYPTION_KEYS';
  if (error instanceof ExtensionFailedError || error instanceof UnknownAlgorithmError)
    return `signing_failed: ${error.message}`;
  return 'internal_error: the service failed to make the attempt';
}
