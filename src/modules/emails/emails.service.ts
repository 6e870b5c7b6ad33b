import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import type { EmailEntity } from './email.entity';
import { EmailQueueing } from './email-queueing';
import { EmailSources, type SendableKind } from './email-sources';
import { EmailsRepository, type EmailFilters } from './emails.repository';

/** Use cases of e-mails (docs/concepts.md#e-mail). */
@Injectable()
export class EmailsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: EmailsRepository,
    private readonly sources: EmailSources,
    private readonly queueing: EmailQueueing,
  ) {}

  list(caller: Caller, filters: EmailFilters, query: PageQuery): Promise<Page<EmailEntity>> {
    return this.transactions.readFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  /** @throws NotFoundError */
  async get(caller: Caller, id: string): Promise<EmailEntity> {
    const email = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (email === null) throw new NotFoundError('e-mail');
    return email;
  }

  /** Returns the message as it is sent. @throws NotFoundError before the first attempt, and once it is deleted. */
  async message(caller: Caller, id: string): Promise<Buffer> {
    const message = await this.transactions.readFor(caller, (tx) =>
      this.repository.findMessage(tx, caller.organizationId, id),
    );
    if (message === null) throw new NotFoundError('message of an e-mail');
    return message.content;
  }

  /**
   * Queues an e-mail by hand.
   *
   * @throws as EmailSources.of and EmailQueueing.queueRequested
   */
  send(
    caller: Caller,
    source: { kind: SendableKind; id: string },
    to: string | undefined,
  ): Promise<EmailEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const about = await this.sources.of(tx, organizationId, source.kind, source.id);
      return this.queueing.queueRequested(tx, organizationId, about, to);
    });
  }
}
