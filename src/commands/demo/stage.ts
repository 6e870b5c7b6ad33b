import { setTimeout as sleep } from 'node:timers/promises';
import type { CreatedWebhookEndpoint, Problem, DeliveryAttempt, WebhookDelivery } from '@billing-service/sdk';
import { ApiClient } from './api';
import type { CleanUp } from './clean-up';
import { VerificationError, type Narrator } from './narrator';
import type { ReceivedWebhook, Receiver } from './receiver';
import { isOfMachineTime, standardSignature, svcSignatureHolds } from './signatures';

/** Deadline for a webhook to arrive or to be recorded, in milliseconds. */
const WITHIN_MS = 10_000;
const LOOK_MS = 20;

export const DELIVERIES = '/v1/webhook_endpoints/hooks';

/** The client, receiver and output that all steps of the demo share. */
export class Stage {
  constructor(
    readonly narrator: Narrator,
    readonly api: ApiClient,
    readonly receiver: Receiver,
    private readonly cleanUp: CleanUp,
    private readonly interrupted: AbortSignal,
  ) {}

  step(title: string): void {
    this.interrupted.throwIfAborted();
    this.narrator.step(title);
  }

  /**
   * Registers an endpoint for a path of the receiver. The clean-up deletes the endpoint, because the receiver ends with
   * the demo.
   */
  async addEndpoint(path: string, eventTypes: string[]): Promise<CreatedWebhookEndpoint> {
    const url = this.receiver.url(path);
    const answer = await this.api.send<CreatedWebhookEndpoint & Pick<Problem, 'errors'>>(
      'POST',
      '/v1/webhook_endpoints',
      { url, event_types: eventTypes },
    );
    if (answer.status === 422 && answer.body.errors?.[0]?.code === 'blocked_address') {
      throw new VerificationError(
        `This service does not deliver to 127.0.0.1, where the demo's receiver listens (NODE_ENV=production).\n` +
          '     Start the service with WEBHOOK_ALLOWED_CIDRS=127.0.0.0/8, or run the demo without --url.',
      );
    }
    this.narrator.verify(`POST /v1/webhook_endpoints returns 201 for ${url}`, answer.status, 201);
    const { id } = answer.body;
    this.cleanUp.add(() => this.uninterrupted().expect<null>(204, 'DELETE', `/v1/webhook_endpoints/${id}`));
    return answer.body;
  }

  /** Waits for the n-th webhook (from 1) at a path, optionally of one event kind. */
  async arrival(path: string, n: number, kind?: string): Promise<ReceivedWebhook> {
    const webhook = await this.receiver.nth(path, n, WITHIN_MS, kind);
    this.interrupted.throwIfAborted();
    if (webhook !== null) return webhook;
    const [latest] = await this.api.expect<WebhookDelivery[]>(200, 'GET', `${DELIVERIES}/list?limit=1`);
    const error =
      latest?.error_message ?? 'no recorded attempt (is a process with ROLE=all or ROLE=worker running?)';
    throw new VerificationError(
      `A webhook arrives at ${this.receiver.url(path)} within ${WITHIN_MS / 1000} s\n` +
        `     got       none; the latest delivery is ${latest?.status ?? 'absent'}: ${error}`,
    );
  }

  /** Polls the delivery until it satisfies `reached`. Returns it in any case after the deadline. */
  async delivery(id: string, reached: (delivery: WebhookDelivery) => boolean): Promise<WebhookDelivery> {
    const deadline = performance.now() + WITHIN_MS;
    for (;;) {
      const delivery = await this.api.expect<WebhookDelivery>(200, 'GET', `${DELIVERIES}/${id}`);
      if (reached(delivery) || performance.now() > deadline) return delivery;
      await sleep(LOOK_MS);
    }
  }

  attempts(id: string): Promise<DeliveryAttempt[]> {
    return this.api.expect<DeliveryAttempt[]>(200, 'GET', `${DELIVERIES}/${id}/delivery_attempts`);
  }

  /** Verifies both signatures, and prints the results as checks. */
  async verifySignatures(secret: string, webhook: ReceivedWebhook): Promise<void> {
    this.narrator.verify(
      'X-Svc-Signature is the HMAC-SHA256 of the raw bytes',
      svcSignatureHolds(secret, webhook),
    );
    if (!isOfMachineTime(webhook)) {
      this.narrator.say(
        'The test clock has been moved, so the receiver compares webhook-timestamp with the test clock.',
      );
    }
    const verdict = standardSignature(secret, webhook, await this.serviceTime());
    this.narrator.verify('webhook-signature verifies with the standardwebhooks library', verdict, 'ok');
  }

  /** Returns the current time of the service: that of its test clock, if it has one. */
  async serviceTime(): Promise<Date> {
    return (await this.testClock()) ?? new Date();
  }

  /** Returns the time of the test clock; null if the service has none. */
  async testClock(): Promise<Date | null> {
    const answer = await this.api.send<{ now: string }>('GET', '/v1/test_clock');
    return answer.status === 200 ? new Date(answer.body.now) : null;
  }

  /** Returns a client for the clean-up, which also runs after an interruption. */
  private uninterrupted(): ApiClient {
    const client = new ApiClient(this.api.url, new AbortController().signal);
    client.key = this.api.key;
    return client;
  }
}
