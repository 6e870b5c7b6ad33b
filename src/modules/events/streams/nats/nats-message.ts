import type { JsMsg } from '@nats-io/jetstream';
import type { Rejection, UsageMessage } from '../usage-source';
import type { RejectedStream } from './rejected-stream';

/** A message of the stream. Acknowledgements are not confirmed: one that is lost leads to a redelivery. */
export class NatsMessage implements UsageMessage {
  constructor(
    private readonly message: JsMsg,
    private readonly rejected: RejectedStream,
  ) {}

  /** The last token of the subject, for which publishers have their permissions. */
  get organizationId(): string {
    const { subject } = this.message;
    return subject.slice(subject.lastIndexOf('.') + 1);
  }

  get body(): Uint8Array {
    return this.message.data;
  }

  get deliveries(): number {
    return this.message.info.deliveryCount;
  }

  accept(): void {
    this.message.ack();
  }

  retry(delayMs: number): void {
    this.message.nak(delayMs);
  }

  async reject(rejections: readonly Rejection[]): Promise<void> {
    const { subject, seq: sequence, info } = this.message;
    await this.rejected.add({ stream: info.stream, sequence, subject }, rejections);
    this.message.ack();
  }
}
