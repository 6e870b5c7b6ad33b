import { Inject, Injectable } from '@nestjs/common';
import { logFailure } from '../../platform/database/log-failure';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { MailError, Mailer } from '../../platform/mail/mailer';
import { EmailMessages } from './email-messages';
import { EmailsRepository, type EmailKey } from './emails.repository';

/** Makes the attempts. An e-mail may be sent twice if the service fails between the attempt and its record. */
@Injectable()
export class EmailSender {
  constructor(
    private readonly transactions: Transactions,
    private readonly messages: EmailMessages,
    private readonly mailer: Mailer,
    private readonly repository: EmailsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Sends e-mails of any organization that are due, all at the same time. Returns how many were due. */
  async sendDue(limit: number): Promise<number> {
    const keys = await this.transactions.run((tx) => this.repository.claim(tx, limit));
    await Promise.all(keys.map((it) => this.send(it)));
    return keys.length;
  }

  /** Sends a claimed e-mail, and records the result of the attempt. */
  private async send(key: EmailKey): Promise<void> {
    try {
      const { recipient, message } = await this.messages.get(key);
      await this.mailer.send({ from: this.mailer.sender, to: recipient, message });
      await this.transactions.runFor(key.organizationId, (tx) =>
        this.repository.markSent(tx, key, this.clock.now()),
      );
    } catch (error) {
      await this.recordFailure(key, error);
    }
  }

  private async recordFailure(key: EmailKey, error: unknown): Promise<void> {
    const isFinal = error instanceof MailError && error.isFinal;
    logFailure(
      error,
      { ...key },
      `Could not send an e-mail; ${isFinal ? 'it has failed' : 'it will be retried'}`,
    );
    const reason =
      error instanceof MailError
        ? error.message
        : 'The message could not be written. The log of the service says why.';
    await this.transactions.runFor(key.organizationId, (tx) =>
      isFinal ? this.repository.markFailed(tx, key, reason) : this.repository.postpone(tx, key, reason),
    );
  }
}
