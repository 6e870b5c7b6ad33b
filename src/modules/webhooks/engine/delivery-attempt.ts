import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { instantOf } from '../../../platform/domain/id';
import { isLocalShortage } from '../../../platform/errors/local-shortage';
import { ExtensionFailedError } from '../../../platform/extensions';
import { logger } from '../../../platform/observability/logger';
import { deliveryAttempts, deliveryDelay, deliveryDuration } from '../../../platform/observability/metrics';
import { SeriesByLabels } from '../../../platform/observability/series';
import { throttled } from '../../../platform/observability/throttled';
import {
  AddressPolicy,
  OutboundClient,
  type LocalFault,
  type OutboundOutcome,
} from '../../../platform/outbound';
import { UnreadableSecretError } from '../../../platform/secrets/secret-box';
import { INBOX_URL } from '../../webhook-endpoints';
import type { ClaimedDelivery } from './claimed-delivery';
import type { AttemptRecord } from './attempt-record';
import { RequestSigning, type SignedRequest } from './signing';
import { SigningKeyring } from './signing-keyring';
import { nextStep } from '../webhook.rules';

const attempts = new SeriesByLabels((outcome: string) => deliveryAttempts.labels(outcome));
const durations = new SeriesByLabels((success: string) => deliveryDuration.labels(success));

/** The outcome of an attempt. An inbox stores the headers instead of sending the request. */
type Outcome = OutboundOutcome & { inboxHeaders?: Record<string, string> };

/** The error class of an attempt that could not be signed. The message has the format of OutboundClient. */
const SIGNING_FAILED = 'signing_failed';
const UNSIGNED = `${SIGNING_FAILED}: the signing secret could not be decrypted; restore ENCRYPTION_KEY or rotate the secret`;
/** Maximum number of characters of an extension's reason in the message. */
const MAX_REASON = 500;
const LOG_FAULTS_EVERY_MS = 5000;

/**
 * Makes delivery attempts: signs, sends, and determines the next stage of the delivery. Never accesses the
 * database.
 */
@Injectable()
export class DeliveryAttempt implements OnApplicationShutdown {
  private readonly client: OutboundClient;

  constructor(
    private readonly keys: SigningKeyring,
    private readonly signing: RequestSigning,
    policy: AddressPolicy,
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.client = new OutboundClient({
      policy,
      deadlineMs: config.webhooks.timeoutMs,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  /**
   * Makes an attempt. Never rejects: an attempt that cannot be signed counts as failed, and is retried on the
   * same schedule. After a local fault, returns its kind: nothing was sent, and the caller releases the claim.
   */
  async make(delivery: ClaimedDelivery): Promise<AttemptRecord | LocalFault['kind']> {
    const attemptedAt = this.clock.now();
    const outcome = await this.send(delivery, attemptedAt).catch(unsent);
    const { localFault } = outcome;
    if (localFault !== null) {
      attempts.of('local_fault').inc();
      (localFault.kind === 'shortage' ? logShortage : logDefect)(delivery, localFault.cause);
      return localFault.kind;
    }
    this.report(delivery, outcome, attemptedAt);
    const { success, retryAfterSeconds } = outcome;
    const next = nextStep(delivery, { success, retryAfterSeconds, unknown: false });
    return {
      organizationId: delivery.organizationId,
      deliveryId: delivery.id,
      generation: delivery.generation,
      attemptedAt,
      httpStatus: outcome.httpStatus,
      response: outcome.responseBody,
      success,
      errorMessage: outcome.errorMessage,
      durationMs: outcome.durationMs,
      // Fields are copied one by one, because spreading an object is slow in V8 and this code creates
      // thousands of records per second.
      stage: next.stage,
      delaySeconds: next.delaySeconds,
      retries: next.retries,
      leaseExpirations: next.leaseExpirations,
      inboxHeaders: outcome.inboxHeaders ?? null,
    };
  }

  private async send(delivery: ClaimedDelivery, at: Date): Promise<Outcome> {
    const signed = this.sign(delivery, at);
    const { body, headers } = signed instanceof Promise ? await this.inLease(delivery, signed) : signed;
    if (delivery.target.url === INBOX_URL) return inInbox(headers);
    return await this.client.post({
      url: delivery.target.url,
      body,
      headers,
      onBehalfOf: delivery.organizationId,
    });
  }

  private sign(delivery: ClaimedDelivery, at: Date): SignedRequest | Promise<SignedRequest> {
    // Receivers check the signed timestamp to detect replays, so it is the real time even with a test clock.
    const about = {
      organizationId: delivery.organizationId,
      endpointId: delivery.endpointId,
      deliveryId: delivery.id,
      kind: delivery.kind,
      attemptNumber: delivery.attemptNumber,
      payload: delivery.payload,
      sample: delivery.sample,
      at: new Date(),
    };
    return this.signing.sign(about, this.keys.keysOf(delivery, at));
  }

  /** An attempt that starts too late could outlast its lease; another worker would then send the delivery as well. */
  private async inLease(
    { startBefore }: ClaimedDelivery,
    signed: Promise<SignedRequest>,
  ): Promise<SignedRequest> {
    const request = await signed;
    if (startBefore < performance.now()) throw new SignedTooLateError();
    return request;
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
    if (outcome.success) logger.debug(line, 'Delivered');
    else logger.info({ ...line, error: outcome.errorMessage }, 'Delivery attempt failed');
  }
}

const logShortage = throttled(LOG_FAULTS_EVERY_MS, (attempts, _delivery: ClaimedDelivery, cause) => {
  logger.warn(
    { attempts, reason: (cause as Error).message },
    'This process lacks file descriptors or memory for delivery attempts; raise its limits (ulimit -n). The deliveries are queued again',
  );
});

const logDefect = throttled(LOG_FAULTS_EVERY_MS, (attempts, delivery: ClaimedDelivery, cause) => {
  logger.error(
    { attempts, delivery_id: delivery.id, err: cause },
    'An error in the service prevented delivery attempts; the deliveries are queued again',
  );
});

/** An asynchronous signer was slower than the lease of the delivery allows. */
class SignedTooLateError extends Error {}

/** Returns the message of an attempt that could not be signed; null for another error. */
function unsignedReason(error: unknown): string | null {
  if (error instanceof UnreadableSecretError) return UNSIGNED;
  if (error instanceof SignedTooLateError)
    return `${SIGNING_FAILED}: a signer was too slow; the lease has ended`;
  if (!(error instanceof ExtensionFailedError)) return null;
  // The text comes from an extension: PostgreSQL refuses NUL and lone surrogates.
  const reason = error.message.slice(0, MAX_REASON).replaceAll('\0', '').toWellFormed();
  return `${SIGNING_FAILED}: ${reason}`;
}

/** Returns the outcome of an attempt to an inbox. Names are in lower case, as HTTP servers present them. */
function inInbox(headers: Record<string, string>): Outcome {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    httpStatus: 200,
    responseBody: null,
    success: true,
    errorMessage: null,
    retryAfterSeconds: null,
    localFault: null,
    durationMs: 0,
    inboxHeaders: Object.fromEntries(entries) as Record<string, string>,
  };
}

/** Returns the outcome of a request that could not be signed, or that an unexpected error prevented. */
function unsent(error: unknown): Outcome {
  const errorMessage = unsignedReason(error);
  const isUnsigned = errorMessage !== null;
  return {
    httpStatus: null,
    responseBody: null,
    success: false,
    errorMessage,
    retryAfterSeconds: null,
    localFault: isUnsigned ? null : { kind: isLocalShortage(error) ? 'shortage' : 'defect', cause: error },
    durationMs: 0,
  };
}
