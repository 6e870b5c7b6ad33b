import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { RequestError, ValidationFailedError } from '../../platform/errors/app-error';
import { CustomerBillingTerms } from '../customers';
import type { EmailEntity } from './email.entity';
import type { EmailKind } from './email.rules';
import type { EmailSource } from './email-sources';
import { EmailsRepository } from './emails.repository';
import { EmailsDue } from './sending/emails-due';
import { isSwitchedOn } from './settings/email-settings';
import { EmailSettingsRepository } from './settings/email-settings.repository';

/** Queues e-mails in the transaction of their cause; they are sent after its commit. */
@Injectable()
export class EmailQueueing {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: EmailsRepository,
    private readonly settings: EmailSettingsRepository,
    private readonly customers: CustomerBillingTerms,
    private readonly due: EmailsDue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Queues what an event causes, with a fixed number of queries, unless the organization has not switched it on. */
  async queueAutomatic(
    tx: Transaction,
    organizationId: string,
    kind: EmailKind,
    sources: readonly EmailSource[],
  ): Promise<void> {
    if (!this.due.isConfigured || sources.length === 0) return;
    const settings = await this.settings.get(tx, organizationId);
    if (!isSwitchedOn(settings, kind)) return;
    const ids = sources.map((it) => it.customerId);
    const customers = await this.customers.recipients(tx, organizationId, ids);
    const emails = sources.flatMap((source): EmailEntity[] => {
      const customer = customers.get(source.customerId);
      const recipient = customer?.buyer.email ?? null;
      if (customer === undefined || recipient === null) return [];
      const locale = settings.locale ?? customer.locale;
      return [this.newEmail(organizationId, source, { recipient, locale, isAutomatic: true })];
    });
    await this.insert(tx, emails);
  }

  /**
   * Queues what somebody asks for.
   *
   * @param to the address; undefined: that of the customer
   * @throws RequestError `mail_not_configured`; ValidationFailedError naming `to` for a customer without an address.
   */
  async queueRequested(
    tx: Transaction,
    organizationId: string,
    source: EmailSource,
    to: string | undefined,
  ): Promise<EmailEntity> {
    if (!this.due.isConfigured) {
      const message = 'The service sends no e-mails: its operator has not set SMTP_URL.';
      throw new RequestError('mail_not_configured', message);
    }
    const settings = await this.settings.get(tx, organizationId);
    const customers = await this.customers.recipients(tx, organizationId, [source.customerId]);
    const customer = customers.get(source.customerId);
    const recipient = to ?? customer?.buyer.email ?? null;
    if (customer === undefined || recipient === null) {
      const message = 'to is required: the customer has no e-mail address.';
      throw ValidationFailedError.of('to', 'required', message);
    }
    const locale = settings.locale ?? customer.locale;
    const email = this.newEmail(organizationId, source, { recipient, locale, isAutomatic: false });
    await this.insert(tx, [email]);
    return email;
  }

  private async insert(tx: Transaction, emails: readonly EmailEntity[]): Promise<void> {
    if (emails.length === 0) return;
    await this.repository.insert(tx, emails);
    this.transactions.afterCommit(tx, this.wake);
  }

  /** The same function each time: a transaction wakes the queue once. */
  private readonly wake = (): void => this.due.wake();

  private newEmail(
    organizationId: string,
    source: EmailSource,
    addressed: Pick<EmailEntity, 'recipient' | 'locale' | 'isAutomatic'>,
  ): EmailEntity {
    const now = this.clock.now();
    return {
      organizationId,
      id: newId(),
      ...source,
      ...addressed,
      state: 'pending',
      subject: null,
      messageId: null,
      attempts: 0,
      dueAt: now,
      lastAttemptAt: null,
      lastError: null,
      completedAt: null,
      createdAt: now,
      updatedAt: now,
    };
  }
}
