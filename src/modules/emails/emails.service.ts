import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { InvalidStateError, NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { Mailer } from '../../platform/mail/mailer';
import { EmailMessages } from './email-messages';
import { EmailQueue } from './email-queue';
import type { EmailEntity } from './email.entity';
import { EmailsRepository, type EmailFilters } from './emails.repository';

/** Implements docs/billing-rules.md#e-mails. */
@Injectable()
export class EmailsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: EmailsRepository,
    private readonly messages: EmailMessages,
    private readonly queue: EmailQueue,
    private readonly mailer: Mailer,
  ) {}

  list(organizationId: string, filters: EmailFilters, query: PageQuery): Promise<Page<EmailEntity>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  async get(organizationId: string, id: string): Promise<EmailEntity> {
    const key = { organizationId, id };
    const email = await this.transactions.readFor(organizationId, (tx) => this.repository.find(tx, key));
    if (email === null) throw new NotFoundError('e-mail');
    return email;
  }

  /** Returns the message as it is sent. @throws NotFoundError; MailNotConfiguredError if it has not been written. */
  async message(organizationId: string, id: string): Promise<Buffer> {
    return (await this.messages.get({ organizationId, id })).message;
  }

  /** Queues an e-mail that is not sent for an attempt now. @throws InvalidStateError if it has been sent. */
  retry(organizationId: string, id: string): Promise<EmailEntity> {
    const key = { organizationId, id };
    return this.transactions.runFor(organizationId, async (tx) => {
      const email = await this.repository.findForUpdate(tx, key);
      if (email === null) throw new NotFoundError('e-mail');
      this.mailer.assertConfigured();
      if (email.status === 'sent') {
        throw new InvalidStateError(
          'The e-mail has been sent. To send an invoice again, call its send operation.',
        );
      }
      await this.repository.requeue(tx, key);
      this.queue.wakeAfterCommit();
      return (await this.repository.find(tx, key)) ?? email;
    });
  }
}
