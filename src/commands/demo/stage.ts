import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, type Attempt, type Delivery, type Endpoint, type Problem } from './api';
import type { CleanUp } from './clean-up';
import { VerificationError, type Narrator } from './narrator';
import type { ReceivedWebhook, Receiver } from './receiver';
import { isOfMachineTime, standardSignature, svcSignatureHolds } from './signatures';

/** Longest wait for a webhook to arrive, or for its record, in milliseconds. */
const WITHIN_MS = 10_000;
const LOOK_MS = 20;

/** Where the deliveries are. */
export const DELIVERIES = '/v1/webhook_endpoints/hooks';

/** What every step of the demo works with, and what they share. */
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

  /** Registers a path of the receiver; it is deleted at the end, since nothing will listen there any more. */
  async addEndpoint(path: string, eventTypes: string[]): Promise<Endpoint> {
    const url = this.receiver.url(path);
    const answer = await this.api.send<Endpoint & Problem & { errors?: { code: string }[] }>(
      'POST',
      '/v1/webhook_endpoints',
      { url, event_types: eventTypes },
    );
    if (answer.status === 422 && answer.body.errors?.[0]?.code === 'blocked_address') {
      throw new VerificationError(
        `This service does not send to 127.0.0.1, where the demo's receiver is (NODE_ENV=production).\n` +
          '     Start it with WEBHOOK_ALLOWED_CIDRS=127.0.0.0/8, or run the demo without --url.',
      );
    }
    this.narrator.verify(`POST /v1/webhook_endpoints answers 201 for ${url}`, answer.status, 201);
    const { id } = answer.body;
    this.cleanUp.add(() => this.uninterrupted().expect<null>(204, 'DELETE', `/v1/webhook_endpoints/${id}`));
    return answer.body;
  }

  /** The n-th webhook (from 1) that arrives at a path; of one kind, if given. */
  async arrival(path: string, n: number, kind?: string): Promise<ReceivedWebhook> {
    const webhook = await this.receiver.nth(path, n, WITHIN_MS, kind);
    this.interrupted.throwIfAborted();
    if (webhook !== null) return webhook;
    const [latest] = await this.api.expect<Delivery[]>(200, 'GET', `${DELIVERIES}/list?limit=1`);
    const error =
      latest?.error_message ?? 'no attempt on record (does a process with ROLE=all or worker run?)';
    throw new VerificationError(
      `A webhook arrives at ${this.receiver.url(path)} within ${WITHIN_MS / 1000} s\n` +
        `     got       none; the latest delivery is ${latest?.status ?? 'absent'}: ${error}`,
    );
  }

  /** The delivery's record once it is `reached`, or as it is when the wait is over. */
  async delivery(id: string, reached: (delivery: Delivery) => boolean): Promise<Delivery> {
    const deadline = performance.now() + WITHIN_MS;
    for (;;) {
      const delivery = await this.api.expect<Delivery>(200, 'GET', `${DELIVERIES}/${id}`);
      if (reached(delivery) || performance.now() > deadline) return delivery;
      await sleep(LOOK_MS);
    }
  }

  attempts(id: string): Promise<Attempt[]> {
    return this.api.expect<Attempt[]>(200, 'GET', `${DELIVERIES}/${id}/delivery_attempts`);
  }

  /** Checks what a receiver checks, both ways. */
  async verifySignatures(secret: string, webhook: ReceivedWebhook): Promise<void> {
    this.narrator.verify(
      'X-Svc-Signature is the HMAC-SHA256 of the raw bytes',
      svcSignatureHolds(secret, webhook),
    );
    if (!isOfMachineTime(webhook)) {
      this.narrator.say(
        "webhook-timestamp is the moved test clock's; for this check the receiver lives in that time too.",
      );
    }
    const verdict = standardSignature(secret, webhook, await this.serviceTime());
    this.narrator.verify('webhook-signature verifies with the standardwebhooks library', verdict, 'ok');
  }

  /** What the service takes for now: its test clock, if it has one. */
  async serviceTime(): Promise<Date> {
    return (await this.testClock()) ?? new Date();
  }

  /** The test clock's time; null where the service runs without one. */
  async testClock(): Promise<Date | null> {
    const answer = await this.api.send<{ now: string }>('GET', '/v1/test_clock');
    return answer.status === 200 ? new Date(answer.body.now) : null;
  }

  /** For the clean-up, which also runs after an interruption. */
  private uninterrupted(): ApiClient {
    const client = new ApiClient(this.api.url, new AbortController().signal);
    client.key = this.api.key;
    return client;
  }
}
