import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import { EmailWriter } from './email-writer';
import { EmailsRepository, type EmailKey } from './emails.repository';

/** Writes the message of each e-mail once, and keeps it. */
@Injectable()
export class EmailMessages {
  constructor(
    private readonly transactions: Transactions,
    private readonly writer: EmailWriter,
    private readonly repository: EmailsRepository,
  ) {}

  /**
   * Returns the message of an e-mail, which is written now if it has not been.
   *
   * @throws NotFoundError; MailNotConfiguredError if it has not been written.
   */
  async get(key: EmailKey): Promise<{ recipient: string; message: Buffer }> {
    const { organizationId } = key;
    const { email, kept } = await this.transactions.readFor(organizationId, async (tx) => ({
      email: await this.repository.find(tx, key),
      kept: await this.repository.findMessage(tx, key),
    }));
    if (email === null) throw new NotFoundError('e-mail');
    const { recipient } = email;
    if (kept !== null) return { recipient, message: kept };
    const { subject, message } = await this.writer.write(email);
    return this.transactions.runFor(organizationId, async (tx) => {
      await this.repository.saveMessage(tx, key, subject, message);
      return { recipient, message: (await this.repository.findMessage(tx, key)) ?? message };
    });
  }
}
